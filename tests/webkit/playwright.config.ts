import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

/**
 * Runs the journeys in WebKitGTK. Playwright runs the tests, and WebDriver drives the browser
 * (README, "Engines").
 */
export default defineConfig({
  testDir: '.',
  outputDir: fileURLToPath(new URL('../../test-results/webkit', import.meta.url)),
  globalSetup: '../browser/global-setup.ts',
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  workers: 2,
  reporter: [[process.env['CI'] ? 'list' : 'line']],
  timeout: 120_000,
  expect: { timeout: 20_000 },
})
