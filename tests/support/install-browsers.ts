/**
 * Installs the missing programs for the browser tests. `npm test` runs it beside the tests that
 * need no browser.
 */
import { ensureChromium } from './chromium.ts'
import { ensureEngines } from './engines.ts'
import { ensureNginx } from './nginx.ts'

await ensureChromium()
ensureNginx()
ensureEngines()
