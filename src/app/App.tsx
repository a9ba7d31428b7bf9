import { Suspense } from 'react'
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router'
import { int64FromText } from '#src/lib/int64.ts'
import { PetListPage } from '#src/pages/pet-list/PetListPage.tsx'
import { PageSkeleton } from '#src/ui/PageSkeleton.tsx'
import { EnvironmentLayout } from './EnvironmentLayout.tsx'
import { NotFoundPage, PetCreatePage, PetDetailPage, PetImportPage } from './lazy-pages.ts'
import styles from './MessagePage.module.css'
import { type Services } from './services.ts'

/** The table of the app (app-contract, "Addresses"). */
export function App({ services }: { services: Services }) {
  const firstId = services.config.environments[0].id
  return (
    <Routes>
      <Route index element={<Navigate to={`/${firstId}/pets`} replace />} />
      <Route path="pets/*" element={<ToEnvironment id={firstId} />} />
      <Route path=":environment" element={<EnvironmentPage services={services} />}>
        <Route path="pets">
          <Route index element={<PetListPage />} />
          <Route path="new" element={<PetCreatePage />} />
          <Route path="import" element={<PetImportPage />} />
          <Route path=":petId" element={<PetPage />} />
        </Route>
        <Route path="*" element={<NotFoundInEnvironment />} />
        <Route index element={<NotFoundInEnvironment />} />
      </Route>
      <Route path="*" element={<NotFoundOutside environmentId={firstId} />} />
    </Routes>
  )
}

function ToEnvironment({ id }: { id: string }) {
  const { pathname, search } = useLocation()
  return <Navigate to={`/${id}${pathname}${search}`} replace />
}

function EnvironmentPage({ services }: { services: Services }) {
  const { environment: id = '' } = useParams()
  const current = services.forEnvironment(id)
  if (current === undefined) return <NotFoundOutside environmentId={services.config.environments[0].id} />
  return <EnvironmentLayout key={id} services={services} current={current} />
}

function PetPage() {
  const { petId = '' } = useParams()
  const id = int64FromText(petId)
  // Another spelling of a number (007, +7) would give one pet two addresses.
  return id === petId ? <PetDetailPage key={id} id={id} /> : <NotFoundInEnvironment />
}

function NotFoundInEnvironment() {
  const { environment: id = '' } = useParams()
  return <NotFoundPage environmentId={id} />
}

function NotFoundOutside({ environmentId }: { environmentId: string }) {
  return (
    <main className={styles['outside']}>
      <Suspense fallback={<PageSkeleton />}>
        <NotFoundPage environmentId={environmentId} />
      </Suspense>
    </main>
  )
}
