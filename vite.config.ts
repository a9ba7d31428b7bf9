/// <reference types="vitest/config" />
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { defineConfig, type Plugin } from 'vite'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  throw new Error(
    `Node ${process.versions.node} runs this, but Node 24 or newer is needed. The project brings its own: start commands with npm (npm start, npm test).`,
  )
}

/**
 * Integrity for every script of the build, in index.html and, for those that are loaded later, in an import map: a file
 * that was changed on its way or on the host does not run. Computed from the files as they were written, after every
 * other plugin.
 */
function integrity(): Plugin {
  return {
    name: 'integrity',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = 'dist' }, bundle) {
      const hashes = new Map(
        Object.keys(bundle)
          .filter((file) => /\.(js|css)$/.test(file))
          .map((file) => {
            const digest = createHash('sha384')
              .update(readFileSync(join(dir, file)))
              .digest('base64')
            return [`/${file}`, `sha384-${digest}`]
          }),
      )
      const scripts = [...hashes].filter(([file]) => file.endsWith('.js'))
      const map = JSON.stringify({ integrity: Object.fromEntries(scripts) })
      const page = join(dir, 'index.html')
      const html = readFileSync(page, 'utf8')
        .replace(/(?:src|href)="([^"]+)"/g, (attribute, file: string) => {
          const hash = hashes.get(file)
          return hash === undefined ? attribute : `${attribute} integrity="${hash}"`
        })
        // Before the first module that is asked for, or it does not count.
        .replace('</title>', `</title>\n    <script type="importmap">${map}</script>`)
      writeFileSync(page, html)
    },
  }
}

/** Modules that need a document, storage or a window; jsdom is half of the time of a test that does not. */
const DOM_TESTS = [
  'src/app/*.test.ts',
  'src/config/read-config.test.ts',
  'src/http/{describe-error,request}.test.ts',
  'src/lib/{web-storage,absolute-url}.test.ts',
  'src/pages/pet-create/draft.test.ts',
  'src/session/*.test.ts',
]

export default defineConfig(({ command, mode }) => {
  // The mocked petstore (and its worker file) exists in development and in the demo build only.
  const withMocks = (command === 'serve' && mode === 'development') || mode === 'demo'
  return {
    plugins: [react(), withMocks ? msw({ mode: 'worker-only' }) : null, integrity()],
    define: { WITH_MOCKS: JSON.stringify(withMocks) },
    server: { port: 5173, strictPort: true },
    preview: { port: 4173, strictPort: true },
    build: {
      // The floor of what the app relies on: light-dark() in CSS, AbortSignal.any() (README, "Browsers").
      target: ['chrome123', 'edge123', 'firefox124', 'safari17.5'],
      // A data: URL would need its own exception in a strict content security policy.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          // What the list needs comes in two files, and not in one for each module that a later page shares:
          // libraries, which stay the same from release to release, and the app.
          codeSplitting: {
            groups: [
              { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 1 },
              { name: 'app', tags: ['$initial'] },
            ],
          },
        },
      },
    },
    test: {
      setupFiles: ['tests/setup.ts'],
      restoreMocks: true,
      // More than what a test waits for on a slow machine (tests/setup.ts).
      testTimeout: 20_000,
      pool: 'threads',
      projects: [
        {
          extends: true,
          test: {
            name: 'node',
            environment: 'node',
            include: ['src/**/*.test.ts', '.deploy/*.test.ts'],
            exclude: DOM_TESTS,
          },
        },
        {
          extends: true,
          test: {
            name: 'jsdom',
            environment: 'jsdom',
            environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
            include: ['src/**/*.test.tsx', 'tests/pages/**/*.test.tsx', ...DOM_TESTS],
          },
        },
      ],
    },
  }
})
