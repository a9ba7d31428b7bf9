// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Config } from '#src/config/config.ts'
import { enterPet, expectItems, fill, findItem, nameField } from '#tests/support/add-page.ts'
import { pasteRows, rowsShown, saveImport } from '#tests/support/import-page.ts'
import { BASE_URL, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

/** Returns an environment of the service that the tests use, with this ID. */
const environmentOf = (id: string) => ({ id, name: 'Staging', baseUrl: BASE_URL, kind: 'staging' }) as const

/** Reloads the page at this address, after the environment has got the ID "stage". */
const reloadWithAnotherId = (address: string) =>
  renderApp(address, { environments: [environmentOf('stage')] })

test.each([
  { page: '/staging/pets', samePage: '/production/pets' },
  { page: '/staging/pets/new', samePage: '/production/pets/new' },
  { page: '/staging/pets/import', samePage: '/production/pets/import' },
  { page: '/staging/overview', samePage: '/production/overview' },
  // An ID names another pet there.
  { page: '/staging/pets/7', samePage: '/production/pets' },
  { page: '/staging/pets/labels?ids=7', samePage: '/production/pets' },
])('at $page, the menu of environments leads to $samePage', async ({ page, samePage }) => {
  renderApp(page)
  await screen.findByRole('button', { name: /change environment$/ })
  const link = screen.getByRole('link', { name: /^Production/, hidden: true })
  expect(link).toHaveAttribute('href', samePage)
})

describe('a deployment that gives an environment another ID loses', () => {
  test('no rows under review', async () => {
    const { unmount } = await pasteRows('name,category\nZorro,1\nMia,2')
    const rows = await rowsShown()
    unmount()
    reloadWithAnotherId('/stage/pets/import')
    expect(await rowsShown()).toEqual(rows)
  })

  test('no pet that is being typed', async () => {
    const { user, unmount } = renderApp('/staging/pets/new')
    await fill(user, 'Rex', '1')
    unmount()
    reloadWithAnotherId('/stage/pets/new')
    await screen.findByRole('textbox', { name: 'Name' })
    expect(nameField()).toHaveValue('Rex')
  })

  test('no pet that was pressed and could not be saved, whatever page is opened', async () => {
    const { unmount } = renderApp('/staging/pets/new')
    await screen.findByRole('textbox', { name: 'Name' })
    unmount()
    const pressed = { batch: 'a visit', position: 0, environmentId: 'staging', baseUrl: BASE_URL }
    const rex = { ...pressed, newPet: { name: 'Rex', categoryId: '1' }, enteredAt: Date.now() }
    const stored = JSON.stringify({ signInId: '', visits: [], pressed: [rex] })
    sessionStorage.setItem('petstore-admin.by-hand.staging', stored)
    const list = reloadWithAnotherId('/stage/pets')
    await waitFor(() =>
      expect(sessionStorage.getItem('petstore-admin.by-hand.stage')).toContain('"pressed":[]'),
    )
    list.unmount()
    reloadWithAnotherId('/stage/pets/new')
    await expectItems(/Rex.*Waiting/)
    expect(petstore.posts()).toEqual([])
  })
})

test('of two environments with one base URL, neither has what is typed in the other', async () => {
  const { user, unmount } = renderApp('/a/pets/new', {
    environments: [environmentOf('a'), environmentOf('b')],
  })
  await fill(user, 'Rex', '1')
  unmount()
  const other = renderApp('/b/pets/new', { environments: [environmentOf('b'), environmentOf('c')] })
  await screen.findByRole('textbox', { name: 'Name' })
  expect(nameField()).toHaveValue('')
  other.unmount()
  renderApp('/c/pets/new', { environments: [environmentOf('c'), environmentOf('b')] })
  await screen.findByRole('textbox', { name: 'Name' })
  expect(nameField()).toHaveValue('Rex')
})

test('a pet that waits in one of two stores at one service is not sent in the other, but one like it is asked about', async () => {
  const environments: Config['environments'] = [
    { id: 'south', name: 'Store South', baseUrl: BASE_URL, kind: 'staging' },
    { id: 'north', name: 'Store North', baseUrl: BASE_URL, kind: 'staging' },
  ]
  await saveImport([{ kind: 'waiting' }], { environmentId: 'north', isByHand: true })
  const { user } = renderApp('/south/pets/new', { environments })
  await enterPet(user, 'Bo')
  await expectItems(/Bo.*Added/)
  await enterPet(user, 'Pet 1')
  await findItem(/Pet 1.*May already/s)
  expect(screen.queryByRole('button', { name: /waiting$/ })).not.toBeInTheDocument()
  expect(petstore.posts()).toHaveLength(1)
})
