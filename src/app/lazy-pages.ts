import { lazy } from 'react'
import { loadPart } from './missing-part.ts'

// The list is what most visits begin with and comes with the app; everything else is loaded when it is needed.
const load = {
  create: () => import('#src/pages/pet-create/PetCreatePage.tsx'),
  detail: () => import('#src/pages/pet-detail/PetDetailPage.tsx'),
  import: () => import('#src/pages/pet-import/PetImportPage.tsx'),
  signIn: () => import('#src/session/SignIn.tsx'),
  signInAgain: () => import('#src/session/SignInAgainDialog.tsx'),
  notFound: () => import('./NotFoundPage.tsx'),
  noDemo: () => import('./NoDemoPage.tsx'),
  shortcuts: () => import('./ShortcutsDialog.tsx'),
}

export const PetCreatePage = lazy(async () => ({ default: (await loadPart(load.create)).PetCreatePage }))
export const PetDetailPage = lazy(async () => ({ default: (await loadPart(load.detail)).PetDetailPage }))
export const PetImportPage = lazy(async () => ({ default: (await loadPart(load.import)).PetImportPage }))
export const SignIn = lazy(async () => ({ default: (await loadPart(load.signIn)).SignIn }))
export const SignInAgainDialog = lazy(async () => ({
  default: (await loadPart(load.signInAgain)).SignInAgainDialog,
}))
export const NotFoundPage = lazy(async () => ({ default: (await loadPart(load.notFound)).NotFoundPage }))
export const NoDemoPage = lazy(async () => ({ default: (await loadPart(load.noDemo)).NoDemoPage }))
export const ShortcutsDialog = lazy(async () => ({
  default: (await loadPart(load.shortcuts)).ShortcutsDialog,
}))

/**
 * Brings what may be needed next while nobody waits. The dialog is among them because it is needed when something
 * is wrong already.
 */
export function warmPages(): void {
  for (const part of ['detail', 'create', 'signInAgain'] as const) warmPage(part)
}

/** Brings one part now: a pointer or the focus is on what leads to it. */
export function warmPage(part: keyof typeof load): void {
  // A part that does not come now is asked for again when it is needed, and says so then.
  loadPart<unknown>(load[part]).catch(() => undefined)
}
