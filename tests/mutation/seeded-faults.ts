/**
 * Faults in what StrykerJS does not change: components, the bootstrap, style sheets and the build.
 */
export type SeededFault = {
  /** What it breaks, in a sentence. */
  readonly what: string
  readonly file: string
  /** Occurs exactly once in the file. Short, so that changes nearby do not affect it. */
  readonly find: string
  readonly replace: string
  /** The cheapest test file that must fail; of a browser test also a part of its title. */
  readonly test: string
  readonly title?: string
}

export const SEEDED_FAULTS: readonly SeededFault[] = [
  {
    what: 'A 401 on POST is retried automatically after signing in',
    file: 'src/app/services.ts',
    find: 'isPost || ',
    replace: '',
    test: 'src/app/services.test.ts',
  },
  {
    what: 'The browser does not ask before unloading while a POST is pending',
    file: 'src/browser/unsaved-work.ts',
    find: 'event.preventDefault()',
    replace: '',
    test: 'tests/pages/add-unknown.test.tsx',
  },
  {
    what: 'The key is stored before the service has accepted it',
    file: 'src/session/SignInForm.tsx',
    find: 'await checkKey(',
    replace: 'session.signIn(key, false); await checkKey(',
    test: 'tests/pages/key.test.tsx',
  },
  {
    what: 'Pets stay visible when the key is rejected',
    file: 'src/app/services.ts',
    find: "if (session.get().kind !== 'key-ended') return",
    replace: "if (session.get().kind !== 'signed-out') return",
    test: 'tests/pages/key.test.tsx',
  },
  {
    what: 'The app starts with an invalid configuration instead of reporting it',
    file: 'src/main.tsx',
    find: 'if (!result.ok) {',
    replace: 'if (!result.ok && result.problems.length > 99) {',
    test: 'tests/browser/configuration.spec.ts',
    title: 'an invalid configuration shows a full-page error',
  },
  {
    what: 'A failed refresh is not reported while rows are shown',
    file: 'src/pages/pet-list/PetListPage.tsx',
    find: "{list === undefined ? null : kind === 'failed' ? (",
    replace: "{list === undefined ? null : kind === 'failed' && data === undefined ? (",
    test: 'tests/pages/list.test.tsx',
  },
  {
    what: 'The list is not marked as busy while it shows the rows of the previous filter',
    file: 'src/pages/pet-list/PetListPage.tsx',
    find: 'aria-busy={load.isFetching || undefined}',
    replace: '',
    test: 'tests/browser/list.spec.ts',
    title: 'a loading view is marked as busy',
  },
  {
    what: 'Markup in a name is inserted as HTML',
    file: 'src/pages/pet-list/PetTable.tsx',
    find: '              {value}\n            </a>',
    replace: '              <bdi dangerouslySetInnerHTML={{ __html: value }} /></a>',
    test: 'tests/browser/untrusted-input.spec.ts',
    title: 'markup that reverses the line does no harm',
  },
  {
    what: 'The service worker of an earlier demo build is not unregistered',
    file: 'src/main.tsx',
    find: 'worker.unregister()',
    replace: 'worker.update()',
    test: 'tests/browser/production-build.spec.ts',
    title: 'a service worker left behind by a demo build is removed',
  },
  {
    what: 'The mock petstore is part of the production build',
    file: 'vite.config.ts',
    find: 'JSON.stringify(withMocks)',
    replace: 'JSON.stringify(true)',
    test: 'tests/browser/production-build.spec.ts',
    title: 'the production build has no mock code',
  },
  {
    what: 'Typing into the search box sends requests',
    file: 'src/pages/pet-list/PetListPage.tsx',
    find: 'listQuery(usePetstore(), { limit, status })',
    replace: 'listQuery(usePetstore(), { limit, status, q: address.q })',
    test: 'tests/pages/list.test.tsx',
  },
  {
    what: 'The prerendered list shows other text than the app',
    file: 'src/bootstrap/prerendered-list.ts',
    find: 'text(pet, categories)',
    replace: 'text(pet, new Map())',
    test: 'tests/browser/start.spec.ts',
    title: 'the list is prerendered',
  },
  {
    what: 'The list is prerendered without a stored key',
    file: 'src/bootstrap/inline-script.ts',
    find: 'if (key === undefined) return undefined',
    replace: '',
    test: 'tests/browser/start.spec.ts',
    title: 'without a key, no request is sent',
  },
  {
    what: 'The prerendered page is not inert',
    file: 'src/bootstrap/prerendered-list.ts',
    find: 'part.inert = true',
    replace: '',
    test: 'tests/browser/start.spec.ts',
    title: 'an app that does not load is reported',
  },
  {
    what: 'A sheet of labels prints with the margins of other pages',
    file: 'src/pages/labels/LabelSheets.module.css',
    find: 'size: 210mm 297mm;\n  margin: 0;',
    replace: 'size: 210mm 297mm;',
    test: 'tests/browser/labels.spec.ts',
    title: 'each label is in its place',
  },
  {
    what: 'The frame of the app prints beside the labels',
    file: 'src/pages/labels/LabelSheets.module.css',
    find: 'display: none !important;',
    replace: '',
    test: 'tests/browser/labels.spec.ts',
    title: 'nothing else is printed',
  },
  {
    what: 'The codes of one environment lead to another one',
    file: 'src/pets/pet-url.ts',
    find: '${environmentId}/pets',
    replace: 'staging/pets',
    test: 'tests/browser/labels.spec.ts',
    title: 'leads to the pet in its environment',
  },
  {
    what: 'A long ID is cut on its label',
    file: 'src/pages/labels/PetLabel.module.css',
    find: 'min(max(3, 4 * var(--scale)), var(--text-width) / (var(--length) * 0.66))',
    replace: '4',
    test: 'tests/browser/labels.spec.ts',
    title: 'no ID is cut',
  },
]
