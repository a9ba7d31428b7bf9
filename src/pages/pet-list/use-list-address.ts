import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ListAddress, listAddressFromSearch, searchFromListAddress } from './list-address.ts'

type Change = (part: Partial<ListAddress>, options?: { replace: boolean }) => void

/** The address is the state. One that cannot be requested is corrected in place, without a history entry. */
export function useListAddress(): [ListAddress, Change] {
  const { search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const address = useMemo(() => listAddressFromSearch(search), [search])
  const corrected = searchFromListAddress(address)

  useEffect(() => {
    if (corrected !== search) void navigate(pathname + corrected, { replace: true, state })
  }, [corrected, search, pathname, state, navigate])

  // Where a change leads may not be rendered yet when the next one comes.
  const latest = useRef(search)
  useLayoutEffect(() => {
    latest.current = search
  }, [search])
  const change: Change = (part, { replace } = { replace: false }) => {
    const before = listAddressFromSearch(latest.current)
    const next = searchFromListAddress({ ...before, ...part })
    if (next === latest.current) return
    latest.current = next
    void navigate(pathname + next, { replace })
  }
  return [address, change]
}
