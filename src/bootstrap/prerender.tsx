/**
 * Run by the build, in a document of its own: the list page as the app itself draws it, while it loads and with sample
 * pets (`#loaded`), for index.html (src/bootstrap/vite-plugin.ts). So there is one source of what the list looks like.
 */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { BrowserRouter } from 'react-router'
import { App } from '#src/app/App.tsx'
import { createServices } from '#src/app/services.ts'
import { LIMIT_DEFAULT } from '#src/pets/pet.ts'
import { listQuery } from '#src/pets/list-query.ts'
import { createKeyStorage } from '#src/session/key-storage.ts'
import { PLACEHOLDER_ENVIRONMENT, PLACEHOLDER_PETS } from './placeholders.ts'

declare global {
  interface Window {
    firstPage?: string
  }
}

const { id, baseUrl } = PLACEHOLDER_ENVIRONMENT
createKeyStorage(id, baseUrl).write({ key: 'none', remember: false })
// With another one, for the menu of environments.
const services = createServices({
  environments: [PLACEHOLDER_ENVIRONMENT, { ...PLACEHOLDER_ENVIRONMENT, id: 'other' }],
  categories: new Map(),
})
const isLoaded = window.location.hash === '#loaded'
const limit = isLoaded ? PLACEHOLDER_PETS.length : LIMIT_DEFAULT
window.history.replaceState(null, '', `/${id}/pets?limit=${limit}`)
const current = services.forEnvironment(id)
if (isLoaded && current !== undefined) {
  const { queryKey } = listQuery(current.petstore, { limit, status: undefined })
  current.queryClient.setQueryData(queryKey, { pets: PLACEHOLDER_PETS, unreadable: [], returned: limit })
}
window.firstPage = draw()

function draw(): string {
  const container = document.createElement('div')
  const root = createRoot(container)
  flushSync(() => {
    root.render(
      <StrictMode>
        <BrowserRouter useTransitions={false}>
          <App services={services} />
        </BrowserRouter>
      </StrictMode>,
    )
  })
  const environments = container.querySelector('header [popovertarget]:has([data-kind])')
  // Not known until the configuration has come.
  environments?.toggleAttribute('data-pending', true)
  // The menu is closed, and what it would hold is not known either.
  environments?.nextElementSibling?.replaceChildren()
  // Inert says that nobody can press or type here; this says it to scripts, which do not ask.
  for (const field of container.querySelectorAll('input:not([type=radio])'))
    field.toggleAttribute('readonly', true)
  // One build is byte for byte as the next.
  for (const name of ['datetime', 'title']) container.querySelector('time')?.setAttribute(name, '')
  container.querySelector('time')?.replaceChildren()
  const html = container.innerHTML
  root.unmount()
  return html
}
