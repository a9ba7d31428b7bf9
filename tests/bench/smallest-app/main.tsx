/**
 * Shows the list of pets as a minimal app with the same packages. Only the first request is sent
 * before React runs.
 */
import './list.css'
import { createRoot } from 'react-dom/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, Route, Routes } from 'react-router'
import { PetList } from './PetList.tsx'

createRoot(document.querySelector('#root') ?? document.body).render(
  <QueryClientProvider client={new QueryClient()}>
    <BrowserRouter>
      <Routes>
        <Route path="/:environmentId/pets" element={<PetList />} />
      </Routes>
    </BrowserRouter>
  </QueryClientProvider>,
)
