import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { findChromium, SANDBOX_ARGS } from '#tests/support/chromium.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  outputDir: fileURLToPath(new URL('../../test-results/browser', import.meta.url)),
  globalSetup: './global-setup.ts',
  // A test that only passes on retry is flaky, and must be fixed.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  // Tests mostly wait for their page: on two cores, three workers take a sixth less time than two.
  workers: 3,
  reporter: [[process.env['CI'] ? 'list' : 'line'], ['./faults/matrix-reporter.ts']],
  // Generous, because shared machines are slow at times; a hanging test still ends.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
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
})
