import { use } from 'react'
import { Link, Navigate, Route, Routes, useLocation, useParams } from 'react-router'
import { EnvironmentContext } from '#src/config/environment-context.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { int64FromText } from '#src/lib/int64.ts'
import { petListPath } from '#src/lib/paths.ts'
import { PetListPage } from '#src/pages/pet-list/PetListPage.tsx'
import { EnvironmentLayout } from './EnvironmentLayout.tsx'
import layoutStyles from './EnvironmentLayout.module.css'
import { Banner } from './Header.tsx'
import { KeyGate } from './KeyGate.tsx'
import { lazyComponent } from './lazy-component.ts'
import { ListNews } from './ListNews.tsx'
import { NotFoundMessage } from './NotFoundMessage.tsx'
import type { Services } from './services.ts'

// Most visits begin with the list, so it comes with the app; everything else is loaded when it is
// needed.
const PetCreatePage = lazyComponent(() => import('#src/pages/pet-create/PetCreatePage.tsx'))
const PetDetailPage = lazyComponent(() => import('#src/pages/pet-detail/PetDetailPage.tsx'))
const PetImportPage = lazyComponent(() => import('#src/pages/pet-import/PetImportPage.tsx'))
const OverviewPage = lazyComponent(() => import('#src/pages/overview/OverviewPage.tsx'))
const LabelsPage = lazyComponent(() => import('#src/pages/labels/LabelsPage.tsx'))
const ServicePage = lazyComponent(() => import('#src/pages/service/ServicePage.tsx'))

/** Declares the routes (src/README.md, Addresses). They are case-sensitive, as links are. */
export function App({ services }: { services: Services }) {
  const { pathname, search } = useLocation()
  const [{ id: first }] = services.config.environments
  const toFirst = <Navigate to={`/${first}${pathname}${search}`} replace />
  return (
    <Routes>
      <Route index element={<Navigate to={petListPath(first)} replace />} />
      <Route path="pets/*" caseSensitive element={toFirst} />
      <Route path=":environment" element={<EnvironmentPage services={services} />}>
        <Route path="pets/new" caseSensitive element={<PetCreatePage />} />
        <Route path="pets/import" caseSensitive element={<PetImportPage />} />
        <Route path="service" caseSensitive element={<ServicePage services={services} />} />
        <Route element={<KeyGate />}>
          <Route path="pets" caseSensitive element={<PetListPage ListNews={ListNews} />} />
          <Route path="pets/labels" caseSensitive element={<LabelsPage />} />
          <Route path="pets/:petId" caseSensitive element={<PetPage />} />
          <Route path="overview" caseSensitive element={<OverviewPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
        <Route index element={<NotFoundPage />} />
      </Route>
      {/* This route catches addresses with doubled slashes at the start, which match no other
          route. */}
      <Route path="*" element={<NoEnvironmentPage />} />
    </Routes>
  )
}

function EnvironmentPage({ services }: { services: Services }) {
  const { environment: id = '' } = useParams()
  const current = services.forEnvironment(id)
  if (current === undefined) return <NoEnvironmentPage />
  return <EnvironmentLayout key={id} services={services} current={current} />
}

function NoEnvironmentPage() {
  return (
    <>
      <Banner />
      <main className={layoutStyles['main']}>
        <NotFoundPage />
      </main>
    </>
  )
}

function PetPage() {
  const { petId = '' } = useParams()
  const id = int64FromText(petId)
  // Other spellings of a number (007, +7) would give one pet several addresses.
  return id === petId ? <PetDetailPage key={id} id={id} /> : <NotFoundPage />
}

function NotFoundPage() {
  const environment = use(EnvironmentContext)
  const { pathname, search } = useLocation()
  const listPath = environment === undefined ? '/pets' : petListPath(environment.id)
  return (
    <NotFoundMessage
      address={BASE_PATH.slice(0, -1) + pathname + search}
      environmentName={environment?.name}
      link={<Link to={listPath}>Go to pets</Link>}
    />
  )
}
