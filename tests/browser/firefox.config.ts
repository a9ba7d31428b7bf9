import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { findFirefox } from '#tests/support/engines.ts'
import { DOWNLOADS } from './firefox.ts'
import base from './playwright.config.ts'

const NODE_MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** The same tests in Firefox, over WebDriver BiDi (README, "Engines"). */
export default defineConfig({
  ...base,
  outputDir: fileURLToPath(new URL('../../test-results/firefox', import.meta.url)),
  reporter: [[process.env['CI'] ? 'list' : 'line']],
  projects: [{ name: 'firefox' }],
  // Firefox takes about twice the processor time of Chromium.
  workers: 2,
  use: {
    ...base.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: findFirefox() ?? 'firefox',
      downloadsPath: DOWNLOADS,
      firefoxUserPrefs: {
        // Its sandbox reads fonts only there.
        'security.sandbox.content.read_path_whitelist': NODE_MODULES,
        // Open, it would take the next key.
        'browser.download.alwaysOpenPanel': false,
      },
    },
  },
})
