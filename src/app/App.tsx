import { Suspense } from 'react'
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router'
import { int64FromText } from '#src/lib/int64.ts'
import { PetListPage } from '#src/pages/pet-list/PetListPage.tsx'
import { PageSkeleton } from '#src/ui/PageSkeleton.tsx'
import { EnvironmentLayout } from './EnvironmentLayout.tsx'
import { PlainHeader } from './Header.tsx'
import { KeyGate } from './KeyGate.tsx'
import {
  LabelsPage,
  NotFoundPage,
  OverviewPage,
  PetCreatePage,
  PetDetailPage,
  PetImportPage,
  ServicePage,
} from './lazy-pages.ts'
import styles from './EnvironmentLayout.module.css'
import type { Services } from './services.ts'

/** The routes (src/README.md, Addresses). They are case-sensitive, as links are. */
export function App({ services }: { services: Services }) {
  const [{ id: first }] = services.config.environments
  return (
    <Routes>
      <Route index element={<Navigate to={`/${first}/pets`} replace />} />
      <Route path="pets/*" caseSensitive element={<ToEnvironment id={first} />} />
      <Route path=":environment" element={<EnvironmentPage services={services} />}>
        <Route path="pets/new" caseSensitive element={<PetCreatePage />} />
        <Route path="pets/import" caseSensitive element={<PetImportPage />} />
        <Route path="service" caseSensitive element={<ServicePage services={services} />} />
        <Route element={<KeyGate />}>
          <Route path="pets" caseSensitive>
            <Route index element={<PetListPage />} />
            <Route path="labels" caseSensitive element={<LabelsPage />} />
            <Route path=":petId" element={<PetPage />} />
          </Route>
          <Route path="overview" caseSensitive element={<OverviewPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
        <Route index element={<NotFoundPage />} />
      </Route>
      <Route path="*" element={<NotFoundOutside />} />
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
  if (current === undefined) return <NotFoundOutside />
  return <EnvironmentLayout key={id} services={services} current={current} />
}

function PetPage() {
  const { petId = '' } = useParams()
  const id = int64FromText(petId)
  // Other spellings of a number (007, +7) would give one pet several addresses.
  return id === petId ? <PetDetailPage key={id} id={id} /> : <NotFoundPage />
}

function NotFoundOutside() {
  return (
    <>
      <PlainHeader />
      <main className={styles['main']}>
        <Suspense fallback={<PageSkeleton />}>
          <NotFoundPage />
        </Suspense>
      </main>
    </>
  )
}
