import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type CSSOptions, type InlineConfig, type Plugin } from 'vite'

const inSource = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Puts into index.html what paints before the app is there: the start script (src/bootstrap/inline-script.ts), and the list page as
 * the app draws it (src/bootstrap/prerender.tsx), in templates. After Vite's own tags, which name the files of the build;
 * those of the scripts go to the end, so that they do not take the line from what paints.
 *
 * @param options what the build of the app has too, so that both have the same names of classes.
 */
export function prerenderPages(options: { css: CSSOptions; target: string[] }): Plugin {
  return {
    name: 'first-pages',
    apply: 'build',

    async buildStart() {
      this.emitFile({ type: 'asset', name: BOOT, source: await bundle('load-app.ts', options, 'es') })
    },

    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle: files = {} }) {
        const boot = Object.values(files).find((file) => file.type === 'asset' && file.names.includes(BOOT))
        const style = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(html)?.[1]
        const app = /<script type="module"[^>]*src="([^"]+)"[^>]*>/.exec(html)?.[1]
        if (boot === undefined || style === undefined || app === undefined) {
          throw new Error('index.html lacks its style sheet, its script or the boot script')
        }
        const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? []
        const script = await bundle('inline-script.ts', options, 'iife')
        const pages = await bundle('prerender.tsx', options, 'iife')
        // The style sheet is on its way first: what paints waits for it. The script comes before it so as not to wait.
        const preload = `
    <link rel="preload" as="style" crossorigin href="${style}">`
        const start = `
    <script>${script}</script>`
        // Low: nothing of the app runs before the start has drawn, and the line is narrow.
        const end = `
    <template id="loading">${await draw(pages, 'loading')}</template>
    <template id="loaded">${await draw(pages, 'loaded')}</template>
    <template id="end"></template>
    <script type="module" crossorigin src="/${boot.fileName}"></script>
    ${[`<link rel="modulepreload" crossorigin href="${app}" data-app>`, ...preloads]
      .map((link) => link.replace('<link', '<link fetchpriority="low"'))
      .join('\n    ')}
  `
        return html
          .replace(/ *<(script type="module"|link rel="modulepreload").*\n/g, '')
          .replace(/<meta charset[^>]*>/, (tag) => tag + preload)
          .replace('</title>', (tag) => tag + start)
          .replace('</body>', (tag) => end + tag)
      },
    },
  }
}

/** The name of what src/bootstrap/load-app.ts becomes, before its hash. */
const BOOT = 'boot.js'

/** One script that runs as it is, without imports. */
async function bundle(
  entry: string,
  { css, target }: { css: CSSOptions; target: string[] },
  format: 'es' | 'iife',
): Promise<string> {
  const config: InlineConfig = {
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [react()],
    publicDir: false,
    css,
    define: { WITH_MOCKS: 'false', 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target,
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: inSource(entry),
        output: { format, codeSplitting: false },
      },
    },
  }
  const result = await build(config)
  if (Array.isArray(result) || !('output' in result)) throw new Error(`${entry} is not one bundle`)
  const code = result.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('')
  // The one thing that would end the script before its end.
  return code.trim().replaceAll('</script', String.raw`<\/script`)
}

/** Runs the app in a document that can reach nothing. */
async function draw(code: string, state: 'loading' | 'loaded'): Promise<string> {
  const { JSDOM } = await import('jsdom')
  const { window } = new JSDOM('', {
    url: `https://build.invalid/#${state}`,
    runScripts: 'outside-only',
    pretendToBeVisual: true,
    beforeParse(own) {
      own.fetch = () => new Promise(() => undefined)
      // jsdom has none, and Node's own would keep the build from ending.
      own.BroadcastChannel = SilentChannel
    },
  })
  try {
    window.eval(code)
    const page: unknown = window['firstPage']
    if (typeof page !== 'string' || page === '') throw new Error(`no page was drawn: ${state}`)
    return page
  } finally {
    window.close()
  }
}

class SilentChannel extends EventTarget {
  postMessage(): void {
    // There is no other tab.
  }
}
