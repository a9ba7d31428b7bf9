/** Installs what the browser tests need and is missing: for `npm test`, beside the tests that need no browser. */
import { ensureChromium } from './chromium.ts'
import { ensureEngines } from './engines.ts'
import { ensureNginx } from './nginx.ts'

await ensureChromium()
ensureNginx()
ensureEngines()
