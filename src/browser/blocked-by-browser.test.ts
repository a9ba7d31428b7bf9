import { afterEach, expect, test, vi } from 'vitest'
import { blockedByBrowser, type BrowserBlock } from './blocked-by-browser.ts'

/** Stubs a browser with these permissions. It throws for other names, as browsers do. */
function permit(states: Readonly<Record<string, PermissionState>>): void {
  const query = async ({ name }: { name: string }) => {
    const state = states[name]
    if (state === undefined) throw new TypeError(`${name} is not a permission`)
    return { state }
  }
  vi.stubGlobal('navigator', { permissions: { query } })
}

afterEach(() => vi.unstubAllGlobals())

const PAGE = 'https://pets.example/staging/pets'
const NOT_ASKED = { 'local-network': 'prompt', 'loopback-network': 'prompt' } as const
const DENIED = { 'local-network': 'denied', 'loopback-network': 'denied' } as const
const GRANTED = { 'local-network': 'granted', 'loopback-network': 'granted' } as const

type Permissions = Readonly<Record<string, PermissionState>>

test.each<[page: string, service: string, permissions: Permissions, block: BrowserBlock | undefined]>([
  [PAGE, 'https://api.example/v1', NOT_ASKED, undefined],
  [PAGE, 'https://api.example/v1', DENIED, 'local-network'],
  [PAGE, 'http://api.example/v1', NOT_ASKED, 'mixed-content'],
  [PAGE, 'http://api.example/v1', {}, 'mixed-content'],
  [PAGE, 'https://192.168.1.5/v1', NOT_ASKED, 'local-network'],
  [PAGE, 'https://192.168.1.5/v1', { 'local-network-access': 'denied' }, 'local-network'],
  [PAGE, 'https://192.168.1.5/v1', GRANTED, undefined],
  [PAGE, 'https://192.168.1.5/v1', {}, undefined],
  [PAGE, 'http://192.168.1.5/v1', {}, 'mixed-content'],
  [PAGE, 'http://192.168.1.5/v1', GRANTED, undefined],
  [PAGE, 'http://localhost:4010/v1', {}, undefined],
  [PAGE, 'http://localhost:4010/v1', { ...GRANTED, 'loopback-network': 'denied' }, 'local-network'],
  [PAGE, 'https://pets.example/v1', DENIED, undefined],
  ['http://pets.example/', 'http://api.example/v1', NOT_ASKED, undefined],
  ['https://192.168.1.4/', 'https://192.168.1.5/v1', DENIED, undefined],
  ['https://192.168.1.4/', 'https://api.example/v1', DENIED, undefined],
  ['http://localhost:5173/', 'http://localhost:4010/v1', DENIED, undefined],
])(
  'The reason is found for the page %s, the service %s and the permissions %j',
  async (page, service, permissions, block) => {
    permit(permissions)
    expect(await blockedByBrowser(new URL(page), new URL(service))).toBe(block)
  },
)
