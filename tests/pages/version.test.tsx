// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw/http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { add, breakWriting, fill, findItem, press } from '#tests/support/add-page.ts'
import { siteNews } from '#src/app/site-news.ts'
import { renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()
const MINUTE = 60_000

/** The version that the site has now. */
let version: { version: string; commit: string | null; config?: string } | undefined
let looks = 0

beforeEach(() => {
  looks = 0
  version = { version: '1.2.0', commit: 'aaaaaaaaaaaa' }
  const meta = document.createElement('meta')
  meta.name = 'version'
  meta.content = '1.2.0 aaaaaaaaaaaa'
  document.head.append(meta)
  petstore.use(
    http.get(`${window.location.origin}/version.json`, () => {
      looks++
      return version === undefined
        ? HttpResponse.html('<title>Petstore Admin</title>')
        : HttpResponse.json({ ...version, built: '2026-11-23T00:00:00.000Z' })
    }),
  )
})

afterEach(() => {
  document.querySelector('meta[name=version]')?.remove()
  document.querySelector('#config')?.remove()
  siteNews.set(undefined)
  vi.restoreAllMocks()
})

const NOTICE = 'A new version is ready'

/** Opens the list, and waits until the parts that are loaded late are there. */
async function openList() {
  const app = renderApp('/staging/pets')
  await screen.findByText(/No pets/)
  // The live region is empty, and its text comes later.
  await waitFor(() => expect(document.querySelector('[data-slot=version]')).not.toBeNull())
  return app
}

/** Gives the site another version, and waits until the page says so. */
async function findNotice() {
  version = { version: '1.3.0', commit: 'bbbbbbbbbbbb' }
  comeBack()
  expect(await screen.findByText(NOTICE)).toBeVisible()
}

const comeBack = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))

/**
 * Returns the notice once the tab has looked so many times, and the result would be on the page.
 */
async function noticeAfter(looked: number) {
  await waitFor(() => expect(looks).toBe(looked))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  return screen.queryByText(NOTICE)
}

test.each([
  ['the same version', { version: '1.2.0', commit: 'aaaaaaaaaaaa' }],
  ['a page in place of the file', undefined],
])('%s is no new version', async (_case, now) => {
  await openList()
  version = now
  comeBack()
  expect(await noticeAfter(1)).not.toBeInTheDocument()
})

test('the notice says that the configuration has changed, and can be closed', async () => {
  const { user } = await openList()
  const block = document.createElement('script')
  Object.assign(block, { id: 'config', type: 'application/json' })
  block.dataset['hash'] = 'one'
  document.head.append(block)
  version = { version: '1.2.0', commit: 'aaaaaaaaaaaa', config: 'another' }
  comeBack()
  expect(await screen.findByText('The configuration of this site has changed')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('button', { name: 'Reload' })).not.toBeInTheDocument()
})

test('the tab looks for a version after a night in which the device slept', async () => {
  await openList()
  comeBack()
  expect(await noticeAfter(1)).not.toBeInTheDocument()
  version = { version: '1.2.0', commit: 'bbbbbbbbbbbb' }
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * 60 * MINUTE)
  comeBack()
  expect(await screen.findByText(NOTICE)).toBeVisible()
})

test('the tab looks for a version at most every ten minutes, on a clock that nobody can set', async () => {
  await openList()
  const now = vi.spyOn(performance, 'now')
  const start = performance.now()
  now.mockReturnValue(start)
  comeBack()
  expect(await noticeAfter(1)).not.toBeInTheDocument()
  version = { version: '1.2.0', commit: 'bbbbbbbbbbbb' }
  now.mockReturnValue(start + 10 * MINUTE - 1)
  comeBack()
  expect(await noticeAfter(1)).not.toBeInTheDocument()
  now.mockReturnValue(start + 10 * MINUTE)
  comeBack()
  expect(await screen.findByText(NOTICE)).toBeVisible()
})

describe('the page leads nobody into a reload', () => {
  test('while a POST is on its way', async () => {
    const response = Promise.withResolvers<Response>()
    petstore.onCreate(() => response.promise)
    const { user } = await openList()
    await findNotice()
    await user.keyboard('n')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Rex')
    await user.type(screen.getByRole('textbox', { name: 'Category ID' }), '1')
    expect(screen.getByText(NOTICE)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Add pet' }))
    await waitFor(() => expect(screen.queryByText(NOTICE)).not.toBeInTheDocument())
    response.resolve(HttpResponse.json({ id: 1, name: 'Rex', categoryId: 1 }, { status: 201 }))
    expect(await screen.findByText(NOTICE)).toBeVisible()
  })

  test('while rows of an import are prepared, if a reload would lose them', async () => {
    const { user } = await openList()
    await findNotice()
    await user.click(screen.getByRole('link', { name: 'Import' }))
    const prepareRows = async () => {
      await user.click(await screen.findByRole('textbox', { name: 'Or paste rows' }))
      await user.paste('name,categoryId\nRex,1')
      expect(await screen.findByRole('button', { name: 'Add 1 pet' })).toBeVisible()
    }
    await prepareRows()
    expect(await screen.findByText(NOTICE)).toBeVisible()
    await press(user, 'Clear rows')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await prepareRows()
    expect(screen.queryByText(NOTICE)).not.toBeInTheDocument()
    await press(user, 'Clear rows')
    expect(await screen.findByText(NOTICE)).toBeVisible()
  })

  test('while rows are typed that have not been read yet', async () => {
    const { user } = await openList()
    await findNotice()
    await user.click(screen.getByRole('link', { name: 'Import' }))
    const field = await screen.findByRole('textbox', { name: 'Or paste rows' })
    await user.type(field, 'n')
    expect(screen.queryByText(NOTICE)).not.toBeInTheDocument()
    await user.clear(field)
    expect(await screen.findByText(NOTICE)).toBeVisible()
  })

  // This test is the last one, because such a page stays as it is.
  test('while only this page knows of a pet that may have been added', async () => {
    breakWriting()
    petstore.onCreate(() => HttpResponse.error())
    const { user } = await openList()
    await user.keyboard('n')
    await fill(user, 'Rex', '1')
    await add(user)
    await press(user, 'Add without saving')
    await findItem(/Rex.*May have been added/s)
    version = { version: '1.3.0', commit: 'bbbbbbbbbbbb' }
    comeBack()
    expect(await noticeAfter(1)).not.toBeInTheDocument()
  })
})
