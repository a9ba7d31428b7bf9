import { createStore } from '#src/lib/create-store.ts'

/** What becomes of one request, as the panel names it. Not JSON: done, but a captive portal replaces the response. */
export const NEXT_RESPONSES = {
  normal: 'Normal',
  '401': '401: key not accepted',
  '400': '400: rejected',
  '500': '500: server error',
  'lost-before': 'Connection lost before saving',
  'lost-after': 'Connection lost after saving',
  'not-json': 'Not JSON',
} as const

export type NextResponse = keyof typeof NEXT_RESPONSES

const INITIAL = {
  latencyMs: 0,
  /** For one request of any operation; then `normal` again. */
  nextResponse: 'normal' as NextResponse,
  /** As after 5 December 2030: `GET /pets/{petId}` is removed. */
  afterRemoval: false,
}

export type Controls = ReturnType<typeof createControls>

export function createControls() {
  const { get, set, subscribe } = createStore(INITIAL)
  return { get, subscribe, set: (part: Partial<typeof INITIAL>) => set({ ...get(), ...part }) }
}
