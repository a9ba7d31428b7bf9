// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { createOwner } from '#src/lib/create-owner.ts'
import { EnvironmentContext } from '#src/config/environment-context.ts'
import { int64 } from '#tests/support/int64.ts'
import { useDownloadCsv } from './use-download-csv.tsx'

const ENVIRONMENT = {
  id: 'staging',
  name: 'Staging',
  baseUrl: '/v1',
  kind: 'staging',
  categories: new Map([['1', 'Dogs']]),
  others: [],
  own: createOwner(),
  ownInTab: createOwner(),
} as const
const REX = { id: int64('9223372036854775807'), name: 'Rex', categoryId: int64('1'), status: 'sold' }

let downloads: { name: string; data: Blob }[]

beforeEach(() => {
  downloads = []
  let last = new Blob()
  // jsdom has neither of these functions, and does not follow links.
  Object.assign(URL, {
    createObjectURL: (data: Blob) => {
      last = data
      return 'blob:pets'
    },
    revokeObjectURL: () => undefined,
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push({ name: this.download, data: last })
  })
})

type Props = { pets: (typeof REX)[]; isTruncated?: boolean; status?: 'sold' }

function DownloadCsv({ pets, isTruncated = false, status }: Props) {
  const { buttons, outcome } = useDownloadCsv(pets, isTruncated, status)
  return (
    <>
      {buttons}
      {outcome}
    </>
  )
}

function show(pets = [REX]) {
  const element = (props: Partial<Props>) => (
    <EnvironmentContext value={ENVIRONMENT}>
      <DownloadCsv pets={pets} {...props} />
    </EnvironmentContext>
  )
  const { rerender } = render(element({}))
  return {
    user: userEvent.setup(),
    change: (props: Partial<Props>) => rerender(element(props)),
  }
}

async function lastFile(): Promise<string> {
  // `text()` of a Blob drops the byte-order mark.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await downloads.at(-1)?.data.arrayBuffer())
}

/** Finds a button, also one in a popover, which jsdom never opens. */
const button = (name: string) => screen.getByRole('button', { name, hidden: true })
const status = () => screen.getByRole('status')

test('"Download CSV" saves the pets and says how many they are, until other pets are shown', async () => {
  const { user, change } = show()
  expect(status()).toBeEmptyDOMElement()
  await user.click(button('Download CSV'))
  expect(status()).toHaveTextContent(/^Downloaded 1 pet\.$/)
  expect(downloads[0]?.name).toMatch(/^pets-staging-\d{4}-\d\d-\d\d-\d{4}\.csv$/)
  expect(await lastFile()).toBe(
    '\uFEFFid,name,categoryId,category,status\r\n9223372036854775807,Rex,1,Dogs,sold\r\n',
  )
  change({ status: 'sold' })
  expect(status()).toHaveTextContent('Downloaded 1 pet.')
  change({ pets: Array.from({ length: 1204 }, () => REX), status: 'sold', isTruncated: true })
  expect(status()).toBeEmptyDOMElement()
  await user.click(button('Download CSV'))
  expect(status()).toHaveTextContent('Downloaded 1,204 pets. There may be more.')
  expect(downloads[1]?.name).toMatch(/^pets-staging-sold-\d{4}-\d\d-\d\d-\d{4}-cut\.csv$/)
})

test('The form for spreadsheet programs says what it is for, and writes IDs as text', async () => {
  const { user } = show()
  expect(button('Other CSV formats')).toBeInTheDocument()
  await user.click(button('CSV for spreadsheet programs (keeps long IDs exact)'))
  expect(await lastFile()).toContain('\r\n"=""9223372036854775807""",Rex,"=""1""",Dogs,sold\r\n')
})
