import { latePart } from './missing-part.ts'

// The list is what most visits begin with and comes with the app; everything else is loaded when it is needed.
export const PetCreatePage = latePart(
  async () => (await import('#src/pages/pet-create/PetCreatePage.tsx')).PetCreatePage,
)
export const PetDetailPage = latePart(
  async () => (await import('#src/pages/pet-detail/PetDetailPage.tsx')).PetDetailPage,
)
export const PetImportPage = latePart(
  async () => (await import('#src/pages/pet-import/PetImportPage.tsx')).PetImportPage,
)
export const SignIn = latePart(async () => (await import('#src/session/SignIn.tsx')).SignIn)
export const SignInAgainDialog = latePart(
  async () => (await import('#src/session/SignInAgainDialog.tsx')).SignInAgainDialog,
)
export const NotFoundPage = latePart(async () => (await import('./NotFoundPage.tsx')).NotFoundPage)
export const NoDemoPage = latePart(async () => (await import('./NoDemoPage.tsx')).NoDemoPage)
export const ShortcutsDialog = latePart(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog)
export const UnexpectedErrorAlert = latePart(
  async () => (await import('./UnexpectedErrorAlert.tsx')).UnexpectedErrorAlert,
)

/**
 * Brings what may be needed next while nobody waits. The dialog is among them because it is needed when something
 * is wrong already.
 */
export function warmPages(): void {
  for (const part of [PetDetailPage, PetCreatePage, SignInAgainDialog]) part.warm()
}
