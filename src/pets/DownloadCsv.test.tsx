// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { EnvironmentContext } from '#src/config/environment-context.ts'
import { int64 } from '#tests/support/int64.ts'
import { DownloadCsv } from './DownloadCsv.tsx'

const ENVIRONMENT = {
  id: 'staging',
  name: 'Staging',
  baseUrl: '/v1',
  kind: 'staging',
  categories: new Map([['1', 'Dogs']]),
} as const
const REX = { id: int64('9223372036854775807'), name: 'Rex', categoryId: int64('1'), status: 'sold' }
const NAME = /^pets-staging(.*)-\d{4}-\d\d-\d\d-\d{4}(.*)\.csv$/

let downloads: { name: string; data: Blob }[]

beforeEach(() => {
  downloads = []
  let last = new Blob()
  // jsdom has neither, and does not follow links.
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

function element(props: Partial<ComponentProps<typeof DownloadCsv>> = {}) {
  return (
    <EnvironmentContext value={ENVIRONMENT}>
      <DownloadCsv pets={[REX]} isTruncated={false} {...props} />
    </EnvironmentContext>
  )
}

function show(props: Partial<ComponentProps<typeof DownloadCsv>> = {}) {
  const { rerender } = render(element(props))
  return {
    user: userEvent.setup(),
    change: (next: Partial<ComponentProps<typeof DownloadCsv>>) => rerender(element(next)),
  }
}

async function lastFile(): Promise<string> {
  // `text()` of a Blob drops the byte-order mark.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await downloads.at(-1)?.data.arrayBuffer())
}

/** Also one in a popover, which jsdom never opens. */
const button = (name: string) => screen.getByRole('button', { name, hidden: true })

test('"Download CSV" saves the pets, and says how many they are', async () => {
  const { user } = show()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  await user.click(button('Download CSV'))

  expect(await screen.findByText('Downloaded 1 pet.')).toBe(screen.getByRole('status'))
  expect(NAME.exec(downloads[0]?.name ?? '')?.slice(1)).toEqual(['', ''])
  expect(await lastFile()).toBe(
    '\uFEFFid,name,categoryId,category,status\r\n9223372036854775807,Rex,1,Dogs,sold\r\n',
  )
})

test('a list that is cut says so beside the button and in the name of the file', async () => {
  const { user } = show({
    pets: Array.from({ length: 100 }, () => REX),
    status: 'available',
    isTruncated: true,
  })
  await user.click(button('Download CSV'))

  expect(await screen.findByText('Downloaded 100 pets. The service may have more.')).toBeInTheDocument()
  expect(NAME.exec(downloads[0]?.name ?? '')?.slice(1)).toEqual(['-available', '-cut'])
})

test('the form for spreadsheet programs says what it is for, and writes IDs as text', async () => {
  const { user } = show()
  expect(button('Other CSV formats')).toBeInTheDocument()
  expect(button('CSV for spreadsheet programs')).toHaveAccessibleDescription(
    'Keeps long IDs exact in Excel and LibreOffice',
  )
  await user.click(button('CSV for spreadsheet programs'))

  expect(await screen.findByText('Downloaded 1 pet.')).toBeInTheDocument()
  expect(await lastFile()).toContain('\r\n"=""9223372036854775807""",Rex,"=""1""",Dogs,sold\r\n')
})

test('a list without pets is a file with its header, and many pets are counted', async () => {
  const { user, change } = show({ pets: [] })
  await user.click(button('Download CSV'))
  expect(await screen.findByText('Downloaded 0 pets.')).toBeInTheDocument()
  expect(await lastFile()).toBe('\uFEFFid,name,categoryId,category,status\r\n')

  change({ pets: Array.from({ length: 1204 }, () => REX) })
  await user.click(button('Download CSV'))
  expect(await screen.findByText('Downloaded 1,204 pets.')).toBeInTheDocument()
})

test('what was downloaded is no longer said once other pets are shown', async () => {
  const pets = [REX]
  const { user, change } = show({ pets })
  await user.click(button('Download CSV'))
  expect(await screen.findByText('Downloaded 1 pet.')).toBeInTheDocument()

  change({ pets, status: 'sold' })
  expect(screen.getByRole('status')).toHaveTextContent('Downloaded 1 pet.')
  change({ pets: [REX, REX] })
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})
