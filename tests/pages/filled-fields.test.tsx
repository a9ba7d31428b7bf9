// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { add, categoryField, enterPet, expectItems, nameField } from '#tests/support/add-page.ts'
import { KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

/** Opens the page, and adds a first pet, after which it renders again by itself. */
const openForm = async () => {
  const { user } = renderApp('/staging/pets/new')
  await enterPet(user, 'Kiwi')
  await expectItems(/Kiwi.*Added \(ID/)
  petstore.received.length = 0
  return { user, name: nameField() as HTMLInputElement, category: categoryField() as HTMLInputElement }
}

/** Opens the list, which has Rex and Mog. */
async function openList() {
  petstore.db.create({ name: 'Rex' })
  petstore.db.create({ name: 'Mog' })
  const app = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Rex' })
  return app
}

describe.each([
  {
    filledBy: 'the browser',
    fillSilently: (field: HTMLInputElement, text: string) => field.setRangeText(text, 0, field.value.length),
  },
  {
    filledBy: 'a script of the page',
    fillSilently: (field: HTMLInputElement, text: string) => {
      field.value = text
    },
  },
])('fields that $filledBy filled without an event', ({ fillSilently }) => {
  test('are sent with these texts', async () => {
    const { user, name, category } = await openForm()
    fillSilently(name, 'Rex')
    fillSilently(category, '2')
    await add(user)
    await waitFor(() => expect(petstore.posts()).toHaveLength(1))
    expect(petstore.posts()[0]?.body).toBe('{"name":"Rex","categoryId":2}')
    expect([name.value, category.value]).toEqual(['', ''])
  })

  test('stay when somebody types into another one, and Enter sends them', async () => {
    const { user, name, category } = await openForm()
    fillSilently(category, 'cats')
    await user.type(name, 'Mog')
    expect(category).toHaveValue('cats')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(petstore.posts()).toHaveLength(1))
    expect(petstore.posts()[0]?.body).toBe('{"name":"Mog","categoryId":2}')
  })

  test('search the list', async () => {
    const { user, address } = await openList()
    fillSilently(screen.getByRole('searchbox'), 'mog')
    await user.click(document.body)
    expect(screen.queryByRole('link', { name: 'Rex' })).not.toBeInTheDocument()
    await waitFor(() => expect(address()).toBe('/staging/pets?q=mog'))
  })

  test('change the page size', async () => {
    const { user, address } = await openList()
    fillSilently(screen.getByRole('spinbutton', { name: 'Page size' }), '45')
    await user.click(document.body)
    await waitFor(() => expect(address()).toBe('/staging/pets?limit=45'))
  })

  test('find a pet', async () => {
    const { user } = await openList()
    await user.click(screen.getByRole('button', { name: 'Find a pet' }))
    fillSilently(
      await screen.findByRole<HTMLInputElement>('combobox', { name: 'Name, category or ID' }),
      'rex',
    )
    await user.keyboard('{Shift}')
    expect(await screen.findByRole('option', { name: /^Rex/ })).toBeVisible()
  })

  test('are used to sign in', async () => {
    const { user } = renderApp('/staging/pets', { key: null })
    fillSilently(await screen.findByLabelText('API key'), KEY)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('heading', { name: 'Pets' })).toBeVisible()
  })
})
