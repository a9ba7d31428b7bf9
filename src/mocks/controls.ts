import { createStore } from '#src/lib/create-store.ts'

/**
 * The responses to one request that the demo panel offers. "Not JSON" means that the request is
 * carried out, but a captive portal replaces the response.
 */
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
  /** The response to the next request, of any operation. Further requests are answered normally. */
  nextResponse: 'normal' as NextResponse,
  /** Simulates the time after 5 December 2030, when `GET /pets/{petId}` is removed. */
  afterRemoval: false,
}

export type Controls = ReturnType<typeof createControls>

export function createControls() {
  const { get, set, subscribe } = createStore(INITIAL)
  return { get, subscribe, set: (part: Partial<typeof INITIAL>) => set({ ...get(), ...part }) }
}
