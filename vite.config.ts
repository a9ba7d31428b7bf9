/// <reference types="vitest/config" />
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { defineConfig } from 'vite'
import { prerenderPages } from './.build/prerender-plugin.ts'
import { writeVersion } from './.build/version-plugin.ts'
import { basePath } from './.build/base-path-plugin.ts'
import { compileHints } from './.build/compile-hints-plugin.ts'
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
  // Class names depend on the file and not on its content, because the templates of index.html are
  // rendered apart from the app.
  modules: { generateScopedName: '[local]_[hash:base64:4]' },
  // The build resolves nesting (`Features.Nesting` of lightningcss), because Chromium takes a fifth
  // longer to match nested rules.
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
      compileHints(),
      subresourceIntegrity(),
    ],
    css: CSS,
    // Workers are modules, so that each loads a part of its code only when it is needed.
    worker: { format: 'es' },
    define: { WITH_MOCKS: JSON.stringify(withMocks) },
    server: { port: 5173, strictPort: true },
    preview: { port: 4173, strictPort: true },
    build: {
      target: TARGET,
      // A data: URL would need its own exception in a strict content security policy.
      assetsInlineLimit: 0,
      // All style sheets come with the app, so that a page which is loaded later needs nothing but
      // its script.
      cssCodeSplit: false,
      // The service page links to this file.
      license: { fileName: 'licenses.txt' },
      // All supported browsers know module preloads.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // The code of the list comes in two files, and not in one for each module that a later
          // page shares. Libraries stay the same from release to release, and the app does not.
          codeSplitting: {
            groups: [
              { name: 'libraries', tags: ['$initial'], test: /node_modules|rolldown.runtime/, priority: 1 },
              { name: 'app', tags: ['$initial'] },
              // Small parts share one file, because the app's own file would contain the name of
              // every further one.
              {
                name: 'SignIn',
                test: /src.(session|ui|app|pets(?!.labels)|find-pet.find-dialog|lib|config|browser|pages.pet-list|pages.service.request-texts)./,
              },
            ],
          },
        },
      },
    },
    test: {
      setupFiles: ['tests/setup.ts'],
      restoreMocks: true,
      // The limit is longer than a few `asyncUtilTimeout` (tests/setup.ts), so that a failing query
      // reports its own error.
      testTimeout: 60_000,
      // There is one worker more than cores, because page tests wait at times. The default of
      // Vitest is one less.
      maxWorkers: availableParallelism() + 1,
      // A locale is chosen when a process starts, and threads would have the locale of whoever
      // starts the tests.
      pool: 'forks',
      // Tests run in the same place on every machine. `npm run test:locales` runs them in others
      // (tests/locales.ts).
      env: {
        LC_ALL: process.env['TEST_LOCALE'] ?? 'en_GB.UTF-8',
        TZ: process.env['TEST_TIME_ZONE'] ?? 'Europe/Berlin',
      },
      // A test that needs a DOM says so in its first line. Starting jsdom for the others would
      // double their run time.
      environment: 'node',
      environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
      include: ['**/*.test.{ts,tsx}'],
      exclude: ['node_modules', 'dist', 'test-results'],
    },
  }
})
