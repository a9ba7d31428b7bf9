// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

usePetstoreServer()

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
