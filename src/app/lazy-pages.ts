import { lazyComponent } from './lazy-component.ts'

// Most visits begin with the list, so it comes with the app; everything else is loaded when it is needed.
export const PetCreatePage = lazyComponent(() => import('#src/pages/pet-create/PetCreatePage.tsx'))
export const PetDetailPage = lazyComponent(() => import('#src/pages/pet-detail/PetDetailPage.tsx'))
export const PetImportPage = lazyComponent(() => import('#src/pages/pet-import/PetImportPage.tsx'))
export const OverviewPage = lazyComponent(() => import('#src/pages/overview/OverviewPage.tsx'))
export const LabelsPage = lazyComponent(() => import('#src/pages/labels/LabelsPage.tsx'))
export const ServicePage = lazyComponent(() => import('#src/pages/service/ServicePage.tsx'))
export const RequestSupport = lazyComponent(() => import('#src/pages/service/RequestSupport.tsx'))
export const FindPet = lazyComponent(() => import('#src/pages/find-pet/FindPet.tsx'))
export const SignIn = lazyComponent(() => import('#src/session/SignIn.tsx'))
export const SignInAgainDialog = lazyComponent(() => import('#src/session/SignInAgainDialog.tsx'))
export const NotFoundPage = lazyComponent(() => import('./NotFoundPage.tsx'))
export const NoDemoPage = lazyComponent(() => import('./NoDemoPage.tsx'))
export const ShortcutsDialog = lazyComponent(() => import('./ShortcutsDialog.tsx'))
