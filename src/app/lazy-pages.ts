import { lazyComponent } from './lazy-component.ts'

// Most visits begin with the list, so it comes with the app; everything else is loaded when it is needed.
export const PetCreatePage = lazyComponent(
  async () => (await import('#src/pages/pet-create/PetCreatePage.tsx')).PetCreatePage,
)
export const PetDetailPage = lazyComponent(
  async () => (await import('#src/pages/pet-detail/PetDetailPage.tsx')).PetDetailPage,
)
export const PetImportPage = lazyComponent(
  async () => (await import('#src/pages/pet-import/PetImportPage.tsx')).PetImportPage,
)
export const SignIn = lazyComponent(async () => (await import('#src/session/SignIn.tsx')).SignIn)
export const SignInAgainDialog = lazyComponent(
  async () => (await import('#src/session/SignInAgainDialog.tsx')).SignInAgainDialog,
)
export const NotFoundPage = lazyComponent(async () => (await import('./NotFoundPage.tsx')).NotFoundPage)
export const NoDemoPage = lazyComponent(async () => (await import('./NoDemoPage.tsx')).NoDemoPage)
export const ShortcutsDialog = lazyComponent(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
)
export const UncaughtErrorAlert = lazyComponent(
  async () => (await import('./UncaughtErrorAlert.tsx')).UncaughtErrorAlert,
)

/** What is likely needed next; the dialog because it is needed when something is wrong already. */
export function preloadPages(): void {
  for (const page of [PetDetailPage, PetCreatePage, SignInAgainDialog]) page.preload()
}
