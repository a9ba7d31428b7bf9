/// <reference types="vitest/config" />
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { defineConfig } from 'vite'
import { prerenderPages } from './.build/prerender-plugin.ts'
import { writeVersion } from './.build/version-plugin.ts'
import { basePath } from './.build/base-path-plugin.ts'
import { writeConfigSchema } from './.build/config-schema.ts'
import { subresourceIntegrity } from './.build/sri-plugin.ts'
import { workerLicenses } from './.build/worker-licenses-plugin.ts'
import { OLDEST_BROWSERS } from './src/browser/supported-browsers.ts'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  throw new Error(
    `Node ${process.versions.node} runs this, but Node 24 or newer is needed. The project brings its own: start commands with npm (npm start, npm test).`,
  )
}

const TARGET = Object.entries(OLDEST_BROWSERS).map(([name, version]) => name + version)

const CSS = {
  // Class names depend on the file and not on its content: the templates of index.html are rendered apart from the app.
  modules: { generateScopedName: '[local]_[hash:base64:4]' },
  // Nesting (`Features.Nesting` of lightningcss) is resolved by the build: Chromium takes a fifth longer to match nested rules.
  lightningcss: { include: 1 },
}

export default defineConfig(({ command, mode }) => {
  // The mocked petstore (and its worker file) exists in development and in the demo build only.
  const withMocks = (command === 'serve' && mode === 'development') || mode === 'demo'
  return {
    plugins: [
      basePath(),
      react(),
      withMocks ? msw({ mode: 'worker-only' }) : null,
      prerenderPages({ target: TARGET, css: CSS }),
      writeConfigSchema(),
      writeVersion(),
      workerLicenses(),
      subresourceIntegrity(),
    ],
    css: CSS,
    // As modules, so that a worker loads a part of it only when it is needed.
    worker: { format: 'es' },
    define: { WITH_MOCKS: JSON.stringify(withMocks) },
    server: { port: 5173, strictPort: true },
    preview: { port: 4173, strictPort: true },
    build: {
      target: TARGET,
      // A data: URL would need its own exception in a strict content security policy.
      assetsInlineLimit: 0,
      // All style sheets come with the app, so that a page which is loaded later needs nothing but its script.
      cssCodeSplit: false,
      // Linked from the service page.
      license: { fileName: 'licenses.txt' },
      // All browsers of the floor know it.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // What the list needs comes in two files, and not in one for each module that a later page shares:
          // libraries, which stay the same from release to release, and the app.
          codeSplitting: {
            groups: [
              { name: 'libraries', tags: ['$initial'], test: /node_modules|rolldown.runtime/, priority: 1 },
              { name: 'app', tags: ['$initial'] },
              // Small parts in one file: each further name would stand in the app's own.
              {
                name: 'SignIn',
                test: /src.(session|ui|app|pets(?!.(PetLabel|label-sheets|qr-path))|lib|config|browser|pages.pet-list|pages.service.(RequestSupport|request|support))./,
              },
            ],
          },
        },
      },
    },
    test: {
      setupFiles: ['tests/setup.ts'],
      restoreMocks: true,
      // Longer than a few `asyncUtilTimeout` (tests/setup.ts), so that a failing query reports its own error.
      testTimeout: 60_000,
      // One more than cores, because page tests wait at times; Vitest's own is one less.
      maxWorkers: availableParallelism() + 1,
      // A locale is chosen when a process starts: threads would have that of whoever starts the tests.
      pool: 'forks',
      // The same place on every machine; `npm run test:locales` runs the tests in others (tests/locales.ts).
      env: {
        LC_ALL: process.env['TEST_LOCALE'] ?? 'en_GB.UTF-8',
        TZ: process.env['TEST_TIME_ZONE'] ?? 'Europe/Berlin',
      },
      // Tests that need a DOM say so in their first line: starting jsdom would double the run time of the others.
      environment: 'node',
      environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
      include: ['**/*.test.{ts,tsx}'],
      exclude: ['node_modules', 'dist', 'test-results'],
    },
  }
})
