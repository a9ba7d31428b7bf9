import { useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ListAddress, listAddressFromSearch, searchFromListAddress } from './list-address.ts'

type Change = (part: Partial<ListAddress>, options?: { replace: boolean }) => void

/** The address is the state. One that cannot be requested is corrected in place, without a history entry. */
export function useListAddress(): [ListAddress, Change] {
  const { search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const address = useMemo(() => listAddressFromSearch(new URLSearchParams(search)), [search])
  const corrected = searchFromListAddress(address)

  useEffect(() => {
    if (corrected !== search) void navigate(pathname + corrected, { replace: true, state })
  }, [corrected, search, pathname, state, navigate])

  const change: Change = (part, { replace } = { replace: false }) => {
    const next = searchFromListAddress({ ...address, ...part })
    if (next !== search) void navigate(pathname + next, { replace })
  }
  return [address, change]
}
