import type { Plugin } from 'vite'

/**
 * Asks the browser to compile all functions of the scripts that the first page needs while they are
 * downloaded, beside the main thread (explicit compile hints, from Chromium 136 on; other browsers
 * see a comment). Without the hint, the main thread compiles each function when it is first called,
 * which takes a slow phone a sixth of the time until the list can be used.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      // The hint has to be the first line, and Vite puts a line of its own there.
      order: 'post',
      handler(_options, bundle) {
        for (const entry of Object.values(bundle)) {
          if (entry.type !== 'chunk' || !entry.isEntry) continue
          for (const fileName of [entry.fileName, ...entry.imports]) {
            const chunk = bundle[fileName]
            if (chunk?.type === 'chunk') chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
          }
        }
      },
    },
  }
}
