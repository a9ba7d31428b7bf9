/** The list of pets as a minimal app with the same packages; nothing starts before React runs. */
import '../list.css'
import { createRoot } from 'react-dom/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, Route, Routes } from 'react-router'
import { type Config, PetList } from './PetList.tsx'

void start()

async function start(): Promise<void> {
  const response = await fetch('/config.json', { cache: 'no-store', credentials: 'omit' })
  const config = (await response.json()) as Config
  createRoot(document.querySelector('#root') ?? document.body).render(
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <Routes>
          <Route path="/:environmentId/pets" element={<PetList config={config} />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  )
}
