import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { findChromium } from '#tests/support/chromium.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  outputDir: fileURLToPath(new URL('../../test-results/browser', import.meta.url)),
  globalSetup: './global-setup.ts',
  // A test that passes only at the second try is a finding, not a pass.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  // On two cores: a test waits for its page most of the time, and three at once take a sixth less than two.
  workers: 3,
  reporter: [[process.env['CI'] ? 'list' : 'line'], ['./faults/matrix-reporter.ts']],
  // Machines that are shared are slow at times; a hang still ends.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
      ],
    },
  },
})
