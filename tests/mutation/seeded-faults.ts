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
  // The outbox
  {
    what: 'A pet that may already be there is claimed without the question',
    file: 'src/outbox/transitions.ts',
    find: 'const next = await gated(ledger, entry)\n    if (next === entry)',
    replace: 'const next = entry\n    if (next === entry)',
    test: 'src/outbox/outbox.model.test.ts',
  },
  {
    what: 'The gate knows only what was sent in the same visit',
    file: 'src/outbox/entry.ts',
    find: '        return mayBeAdded(other)',
    replace: '        return !isElsewhere && mayBeAdded(other)',
    test: 'src/outbox/outbox.model.test.ts',
  },
  {
    what: 'A discarded pet that may have been added is forgotten',
    file: 'src/outbox/entry.ts',
    find: "(state.kind === 'discarded' && wasUnknown)",
    replace: 'false',
    test: 'src/outbox/outbox.model.test.ts',
  },
  {
    what: 'What another tab is sending is no cause',
    file: 'src/outbox/entry.ts',
    find: "        return isElsewhere\n      case 'waiting'",
    replace: "        return false\n      case 'waiting'",
    test: 'src/outbox/outbox.model.test.ts',
  },
  {
    what: 'A check believes a list while the request may still arrive',
    file: 'src/outbox/check.ts',
    find: 'IN_FLIGHT_MS = 60_000',
    replace: 'IN_FLIGHT_MS = 0',
    test: 'src/outbox/outbox.model.test.ts',
  },
  {
    what: 'A check believes what another key is shown',
    file: 'src/outbox/check.ts',
    find: 'isWhole && entry.keyId === requestedWith',
    replace: 'isWhole',
    test: 'src/outbox/outbox.model.test.ts',
  },
  {
    what: 'A check believes a list that is cut',
    file: 'src/outbox/check.ts',
    find: 'kind: isWhole && entry',
    replace: 'kind: entry',
    test: 'src/outbox/outbox.model.test.ts',
  },
  {
    what: 'What a crash cut off is sent again by itself',
    file: 'src/outbox/transitions.ts',
    find: "state: { kind: 'unknown', message: CRASHED_MESSAGE, endedAt: now }",
    replace: "state: { kind: 'waiting' }",
    test: 'src/outbox/outbox.model.test.ts',
  },
  {
    what: 'Two tabs that show the same verdict both send',
    file: 'src/outbox/transitions.ts',
    find: '|| !isSameState(entry.state, shownEntry.state))',
    replace: '|| false)',
    test: 'src/outbox/outbox.test.ts',
  },
  {
    what: 'A pet that is sent again without proof counts as proved absent',
    file: 'src/outbox/transitions.ts',
    find: 'return put(ledger, entry, claim, !isProvenAbsent)',
    replace: 'return put(ledger, entry, claim, false)',
    test: 'src/outbox/outbox.model.test.ts',
  },
  {
    what: 'An outcome is written onto the claim of another tab',
    file: 'src/outbox/transitions.ts',
    find: "now.state.kind === 'sending' && now.state.claim === claim",
    replace: "now.state.kind !== 'added'",
    test: 'src/outbox/outbox.test.ts',
  },
  {
    what: '"Add it again" does not compare what the lists say at the press',
    file: 'src/outbox/check.ts',
    find: 'if (isNew || verdict.againAt !== undefined) return []',
    replace: '',
    test: 'src/outbox/outbox.test.ts',
  },
  {
    what: 'A row that was refused for its key is rejected',
    file: 'src/outbox/sender.ts',
    find: '(error.status === 401 || error.status === 429)',
    replace: 'error.status === 429',
    test: 'src/outbox/outbox.model.test.ts',
  },
  {
    what: 'What was pressed before signing out is sent after it',
    file: 'src/outbox/sender.ts',
    find: 'pauses === pressedAt ? start(queue) : undefined',
    replace: 'start(queue)',
    test: 'src/outbox/outbox.test.ts',
  },
  // A pet is added twice, or an unknown outcome is misreported
  {
    what: 'A 401 on POST is retried automatically after signing in',
    file: 'src/app/services.ts',
    find: 'isPost || ',
    replace: '',
    test: 'src/app/services.test.ts',
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
    find: 'listQuery(usePetstore(), { limit, status })',
    replace: 'listQuery(usePetstore(), { limit, status, q: address.q })',
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

  // An import sends a row twice, or loses its outcome

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
