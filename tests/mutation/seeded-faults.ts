/**
 * Faults that StrykerJS cannot make (they need more than one change), or that only a page test or a browser notices,
 * because components, the bootstrap and the build are not mutated.
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
  // A pet is added twice, or an unknown outcome is misreported
  {
    what: 'A 401 on POST is retried automatically after signing in',
    file: 'src/app/services.ts',
    find: 'isPost || ',
    replace: '',
    test: 'src/app/services.test.ts',
  },
  {
    what: 'An unknown pet that is sent again and rejected is no longer unknown',
    file: 'src/pages/pet-create/create-pet-store.ts',
    find: "lastResult: { kind: 'rejected', at",
    replace: "unknown: [], lastResult: { kind: 'rejected', at",
    test: 'src/pages/pet-create/create-pet-store.test.ts',
  },
  {
    what: 'After "Leave it" the same pet is sent again without asking',
    file: 'src/pages/pet-create/unknown-pets.ts',
    find: 'return unknown.filter((pet) => mayBeSameAnimal(pet.newPet, newPet))',
    replace: 'return unknown.filter((pet) => pet.isLeft !== true && mayBeSameAnimal(pet.newPet, newPet))',
    test: 'src/pages/pet-create/create-pet-store.test.ts',
  },
  {
    what: 'A pet added offline is queued and sent automatically once online',
    file: 'src/pages/pet-create/create-pet-store.ts',
    find: 'const outcome = await creation.createPet(',
    replace:
      "if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve))\n    const outcome = await creation.createPet(",
    test: 'tests/pages/add.test.tsx',
  },
  {
    what: 'Checking again for an unknown pet reads the cache instead of requesting the lists',
    file: 'src/pets/pet-queries.ts',
    find: 'const list = await petstore.listPets(filter, signal)',
    replace:
      'const list = client.getQueryData<PetList>(listQuery(petstore, filter).queryKey) ?? (await petstore.listPets(filter, signal))',
    test: 'tests/pages/add-unknown.test.tsx',
  },
  {
    what: 'The browser does not ask before unloading while a POST is pending',
    file: 'src/browser/warn-before-unload.ts',
    find: 'event.preventDefault()',
    replace: '',
    test: 'tests/pages/add-unknown.test.tsx',
  },
  {
    what: 'The browser does not ask before unloading while an import runs',
    file: 'src/pages/pet-import/use-importer.ts',
    find: 'activity.get()?.isRunning === true',
    replace: 'false',
    test: 'tests/browser/import-run.spec.ts',
    title: 'the browser asks before unloading only while the import runs',
  },

  // The key is sent elsewhere, or outlives signing out
  {
    what: 'Redirects are followed with the key',
    file: 'src/http/request-init.ts',
    find: "redirect: 'manual'",
    replace: "redirect: 'follow'",
    test: 'src/http/request.test.ts',
  },
  {
    what: 'The key is stored before the service has accepted it',
    file: 'src/session/SignInForm.tsx',
    find: 'await checkKey(',
    replace: 'session.signIn(key, false); await checkKey(',
    test: 'tests/pages/key.test.tsx',
  },
  {
    what: 'Loaded data stays in the cache after signing out',
    file: 'src/app/services.ts',
    find: 'queryClient.clear()',
    replace: '',
    test: 'src/app/services.test.ts',
  },
  {
    what: 'Pending requests are not aborted when signing out',
    file: 'src/app/services.ts',
    find: 'sessionAbort.abort()\n      sessionAbort =',
    replace: '',
    test: 'src/app/services.test.ts',
  },
  {
    what: 'Pets stay visible when the key is rejected',
    file: 'src/session/use-load-state.ts',
    find: 'hasEnded || isCancelled ? undefined',
    replace: 'isCancelled ? undefined',
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

  // What is on the screen is not what the service said
  {
    what: 'A failed refresh is not reported while rows are shown',
    file: 'src/pages/pet-list/PetListPage.tsx',
    find: "{kind === 'failed' ? (",
    replace: "{kind === 'failed' && data === undefined ? (",
    test: 'tests/pages/list.test.tsx',
  },
  {
    what: 'The list is not marked as busy while it shows the rows of the previous filter',
    file: 'src/pages/pet-list/PetListPage.tsx',
    find: 'aria-busy={load.isFetching || isOutdated || undefined}',
    replace: '',
    test: 'tests/browser/list.spec.ts',
    title: 'a loading view is marked as busy',
  },
  {
    what: 'Markup in a name is inserted as HTML',
    file: 'src/pages/pet-list/PetTable.tsx',
    find: '          {name}',
    replace: '          <bdi dangerouslySetInnerHTML={{ __html: name }} />',
    test: 'tests/browser/untrusted-input/shown.spec.ts',
    title: 'markup in names, labels, codes and messages is still shown as text',
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

  // The service is asked what it should not be, or waited for without end
  {
    what: 'Typing into the search box sends requests',
    file: 'src/pages/pet-list/PetListPage.tsx',
    find: 'listQuery(petstore, { limit, status })',
    replace: 'listQuery(petstore, { limit, status, q: address.q })',
    test: 'tests/pages/list.test.tsx',
  },
  {
    what: 'A response prefetched with one key is used for a request with another key',
    file: 'src/bootstrap/prefetched-request.ts',
    find: " || init.headers['Authorization'] !== own.headers['Authorization']",
    replace: '',
    test: 'src/bootstrap/prefetched-request.test.ts',
  },
  {
    what: 'A prefetched response is used for more than one request',
    file: 'src/bootstrap/prefetched-request.ts',
    find: 'isClaimed || ',
    replace: '',
    test: 'src/bootstrap/prefetched-request.test.ts',
  },
  {
    what: 'The prerendered list shows other text than the app',
    file: 'src/bootstrap/prerendered-list.ts',
    find: 'nameText(pet), categoryText(pet, categories)]',
    replace: 'nameText(pet), pet.categoryId]',
    test: 'tests/browser/start.spec.ts',
    title: 'the list is prerendered',
  },
  {
    what: 'Rows in the viewport are deferred, too',
    file: 'src/pages/pet-list/visible-row-count.ts',
    find: '(window.innerHeight - top) / MIN_ROW_HEIGHT',
    replace: '1',
    test: 'tests/browser/rows.spec.ts',
    title: 'at the top of the page',
  },
  {
    what: 'Deferred rows that are scrolled into view are not rendered first',
    file: 'src/pages/pet-list/PetRows.tsx',
    find: 'distance === 0 || index < this.#rowsPerFrame',
    replace: 'index < this.#rowsPerFrame',
    test: 'tests/browser/rows.spec.ts',
    title: 'deferred rows that are scrolled into view',
  },
  {
    what: 'A row loses the focus when the list is sorted',
    file: 'src/pages/pet-list/PetRows.tsx',
    find: ' && !row.contains(document.activeElement)',
    replace: '',
    test: 'tests/browser/rows.spec.ts',
    title: 'a focused row keeps the focus',
  },
  {
    what: 'A new list is first shown in the order of the previous list',
    file: 'src/pages/pet-list/PetListPage.tsx',
    find: 'useFilteredAndSortedPets(list.data?.pets ?? NO_PETS, list.address)',
    replace: 'useFilteredAndSortedPets(data?.pets ?? NO_PETS, list.address)',
    test: 'tests/browser/rows.spec.ts',
    title: 'rows of a new list are never shown',
  },
  {
    what: 'The list is prerendered without a stored key',
    file: 'src/bootstrap/inline-script.ts',
    find: ' || !hasStoredKey(environmentId)',
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

  // An import sends a row twice, or loses its outcome
  {
    what: 'A row is sent before its intent is saved',
    file: 'src/importer/import-rows.ts',
    find: "if (!(await write([{ position, outcome: sending }]))) return 'not-saved'",
    replace: 'void write([{ position, outcome: sending }])',
    test: 'src/importer/import-runner.test.ts',
  },
  {
    what: 'The outcome of a row is not saved before the next row is sent',
    file: 'src/importer/import-rows.ts',
    find: '[...pendingWrites, ...changes]',
    replace: '[...changes]',
    test: 'src/importer/import-runner.test.ts',
  },
  {
    what: 'A row that was pending during a crash is sent again automatically',
    file: 'src/importer/import-rows.ts',
    find: "kind: 'unknown', message: CRASHED_MESSAGE",
    replace: "kind: 'waiting' as 'unknown', message: CRASHED_MESSAGE",
    test: 'src/importer/import-runner.test.ts',
  },
  {
    what: 'A row whose response was lost is sent again automatically',
    file: 'src/importer/import-runner.ts',
    find: "outcome.kind === 'unknown' ? consecutiveUnknown + 1 : 0",
    replace: "outcome.kind === 'unknown' ? (await createPet(row.newPet), consecutiveUnknown + 1) : 0",
    test: 'src/importer/import-runner.test.ts',
  },
  {
    what: "A second tab overwrites the first tab's journal entries",
    file: 'src/importer/indexeddb-import-store.ts',
    find: "objectStore('journal').add(step)",
    replace: "objectStore('journal').put(step)",
    test: 'src/importer/indexeddb-import-store.test.ts',
  },
  {
    what: 'A record counts as saved before its transaction is complete',
    file: 'src/importer/indexeddb-import-store.ts',
    find: 'Promise.allSettled([...requests, done])',
    replace: 'Promise.allSettled(requests)',
    test: 'src/importer/indexeddb-import-store.test.ts',
  },
  {
    what: 'A second tab can run an import that is open in another tab',
    file: 'src/browser/web-lock.ts',
    find: 'return resolve(undefined)',
    replace: 'return resolve(() => undefined)',
    test: 'src/importer/importer.test.ts',
  },
  {
    what: 'A pet recorded by another import is matched to a row of this import',
    file: 'src/importer/reconcile.ts',
    find: 'new Set(knownElsewhere)',
    replace: 'new Set<Int64>()',
    test: 'src/importer/importer.test.ts',
  },
  {
    what: '"Send 3 rows again" also sends waiting rows',
    file: 'src/importer/import-runner.ts',
    find: 'await start(rows.only(unknown))',
    replace: 'await start(rows.only(unknown)).then(() => start(rows.waiting()))',
    test: 'src/importer/import-runner.test.ts',
  },
  {
    what: 'A row imported before with an unknown outcome is sent again',
    file: 'src/importer/imported-before.ts',
    find: "return outcome.kind === 'rejected'",
    replace: "return outcome.kind !== 'added'",
    test: 'src/importer/importer.test.ts',
  },

  // A label is in the wrong place, missing, or leads to the wrong pet
  {
    what: 'A sheet of labels prints with the margins of other pages',
    file: 'src/pages/labels/LabelSheets.module.css',
    find: 'size: 210mm 297mm;\n  margin: 0;',
    replace: 'size: 210mm 297mm;',
    test: 'tests/browser/labels.spec.ts',
    title: 'each label is in its place',
  },
  {
    what: 'Who prints before all codes are made gets a part of the labels',
    file: 'src/pages/labels/LabelSheets.tsx',
    find: 'isPrinting ? wanted : deferred',
    replace: 'isPrinting ? deferred : deferred',
    test: 'tests/browser/labels.spec.ts',
    title: 'pets are printed',
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
