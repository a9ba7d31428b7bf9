import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import type { CoreOptions } from './core-fixtures.ts'
import { findChromium, SANDBOX_ARGS } from '#tests/support/chromium.ts'

const executablePath = findChromium()

// A run has the fonts that the project brings, and no others, so that they are the same on every
// machine (with fontconfig).
process.env['FONTCONFIG_FILE'] = fileURLToPath(new URL('fonts.conf', import.meta.url))

export default defineConfig<CoreOptions>({
  testDir: '.',
  outputDir: fileURLToPath(new URL('../../test-results/browser', import.meta.url)),
  globalSetup: './global-setup.ts',
  // A test that only passes on retry is flaky, and must be fixed.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  // Tests mostly wait for their page. On two cores, three workers take a sixth less time than two.
  workers: 3,
  reporter: process.env['CI'] ? 'list' : 'line',
  // The limits are generous, because shared machines are slow at times, but a hanging test still
  // ends.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    // A trace costs a seventh of the time, so it is only made on request: `npm run test:browser --
    // list.spec --trace on`.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        ...SANDBOX_ARGS,
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
      ],
    },
  },
  projects: [
    { name: 'chromium' },
    { name: 'build for a path', testMatch: '**/below-a-path.setup.ts' },
    {
      // This project runs beside another deployment on the same origin, and repeats the journey of
      // a day.
      name: 'below a path',
      dependencies: ['build for a path'],
      testMatch: ['**/*.below.ts', '**/smoke.spec.ts'],
      use: { isBelowPath: true },
    },
  ],
})
