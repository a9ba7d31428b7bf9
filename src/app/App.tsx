import { Suspense } from 'react'
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
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
import styles from './MessagePage.module.css'
import type { Services } from './services.ts'

/** The routes (src/README.md, Addresses). They are case-sensitive, as links are. */
export function App({ services }: { services: Services }) {
  const first = services.config.environments[0]
  return (
    <Routes>
      <Route index element={<Navigate to={`/${first.id}/pets`} replace />} />
      <Route path="pets/*" caseSensitive element={<ToEnvironment id={first.id} />} />
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
        <Route path="*" element={<NotFoundInEnvironment />} />
        <Route index element={<NotFoundInEnvironment />} />
      </Route>
      <Route path="*" element={<NotFoundOutside first={first} />} />
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
  if (current === undefined) return <NotFoundOutside first={services.config.environments[0]} />
  return <EnvironmentLayout key={id} services={services} current={current} />
}

function PetPage() {
  const { petId = '' } = useParams()
  const id = int64FromText(petId)
  // Other spellings of a number (007, +7) would give one pet several addresses.
  return id === petId ? <PetDetailPage key={id} id={id} /> : <NotFoundInEnvironment />
}

function NotFoundInEnvironment() {
  return <NotFoundPage environment={useEnvironment()} isNamed />
}

function NotFoundOutside({ first }: { first: Environment }) {
  return (
    <>
      <PlainHeader />
      <main className={styles['outside']}>
        <Suspense fallback={<PageSkeleton />}>
          <NotFoundPage environment={first} isNamed={false} />
        </Suspense>
      </main>
    </>
  )
}
