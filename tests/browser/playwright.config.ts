import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import type { CoreOptions } from './core-fixtures.ts'
import { findChromium, SANDBOX_ARGS } from '#tests/support/chromium.ts'

const executablePath = findChromium()

/** The fonts of a run are those that the project brings, and no others: the same on every machine (with fontconfig). */
const fonts = (set: 'few' | 'many') => fileURLToPath(new URL(`fonts/${set}.conf`, import.meta.url))
process.env['FONTCONFIG_FILE'] = fonts('few')

const launchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    ...SANDBOX_ARGS,
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
  ],
}

export default defineConfig<CoreOptions>({
  testDir: '.',
  outputDir: fileURLToPath(new URL('../../test-results/browser', import.meta.url)),
  globalSetup: './global-setup.ts',
  // A test that only passes on retry is flaky, and must be fixed.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  // Tests mostly wait for their page: on two cores, three workers take a sixth less time than two.
  workers: 3,
  reporter: process.env['CI'] ? 'list' : 'line',
  // Generous, because shared machines are slow at times; a hanging test still ends.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: [
    { name: 'chromium' },
    {
      // What fonts can change, once more with other fonts.
      name: 'many fonts',
      grep: /@fonts/,
      use: { launchOptions: { ...launchOptions, env: { ...process.env, FONTCONFIG_FILE: fonts('many') } } },
    },
    { name: 'build for a path', testMatch: '**/below-a-path.setup.ts' },
    {
      // The core once more, beside another deployment on the same origin.
      name: 'below a path',
      dependencies: ['build for a path'],
      testMatch: ['**/*.spec.ts', '**/*.below.ts'],
      grep: /@core/,
      use: { isBelowPath: true },
    },
  ],
})
