import { lazyComponent } from './lazy-component.ts'

// Most visits begin with the list, so it comes with the app; everything else is loaded when it is needed.
export const PetCreatePage = lazyComponent(
  'PetCreatePage',
  () => import('#src/pages/pet-create/PetCreatePage.tsx'),
)
export const PetDetailPage = lazyComponent(
  'PetDetailPage',
  () => import('#src/pages/pet-detail/PetDetailPage.tsx'),
)
export const PetImportPage = lazyComponent(
  'PetImportPage',
  () => import('#src/pages/pet-import/PetImportPage.tsx'),
)
export const OverviewPage = lazyComponent(
  'OverviewPage',
  () => import('#src/pages/overview/OverviewPage.tsx'),
)
export const LabelsPage = lazyComponent('LabelsPage', () => import('#src/pages/labels/LabelsPage.tsx'))
export const ServicePage = lazyComponent('ServicePage', () => import('#src/pages/service/ServicePage.tsx'))
export const RequestSupport = lazyComponent(
  'RequestSupport',
  () => import('#src/pages/service/RequestSupport.tsx'),
)
export const FindPet = lazyComponent('FindPet', () => import('#src/pages/find-pet/FindPet.tsx'))
export const SignIn = lazyComponent('SignIn', () => import('#src/session/SignIn.tsx'))
export const SignInAgainDialog = lazyComponent(
  'SignInAgainDialog',
  () => import('#src/session/SignInAgainDialog.tsx'),
)
export const NotFoundPage = lazyComponent('NotFoundPage', () => import('./NotFoundPage.tsx'))
export const NoDemoPage = lazyComponent('NoDemoPage', () => import('./NoDemoPage.tsx'))
export const ShortcutsDialog = lazyComponent('ShortcutsDialog', () => import('./ShortcutsDialog.tsx'))
