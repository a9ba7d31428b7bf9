import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { findFirefox } from '#tests/support/engines.ts'
import base from './playwright.config.ts'

const NODE_MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** Runs journeys in Firefox, over WebDriver BiDi (README, "Engines"). */
export default defineConfig({
  ...base,
  outputDir: fileURLToPath(new URL('../../test-results/firefox', import.meta.url)),
  // These are journeys of a day, and the parts in which engines differ: focus, storage, tabs.
  testMatch: ['smoke', 'keyboard', 'storage-blocked', 'sign-in'].map((name) => `${name}.spec.ts`),
  projects: [{ name: 'firefox' }],
  // Firefox takes about twice the processor time of Chromium.
  workers: 2,
  use: {
    ...base.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: findFirefox() ?? 'firefox',
      firefoxUserPrefs: {
        // The sandbox of Firefox reads fonts only there.
        'security.sandbox.content.read_path_whitelist': NODE_MODULES,
        // A machine for tests has no mouse. These say that there is a fine pointer (2) that hovers
        // (4).
        'ui.primaryPointerCapabilities': 6,
        'ui.allPointerCapabilities': 6,
      },
    },
  },
})
