import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type CSSOptions, type InlineConfig, type Plugin, createServer } from 'vite'
import type { prerender as Prerender } from '#src/bootstrap/prerender.tsx'

const inBootstrap = (file: string) => fileURLToPath(new URL(`../src/bootstrap/${file}`, import.meta.url))

/** The asset that load-app.ts becomes, before its hash. */
const LOADER = 'load-app.js'

type BuildOptions = { base: string; css: CSSOptions; target: string[] }

/**
 * Puts into index.html what paints before the app is loaded: style sheet, inline script and
 * prerendered templates. Runs after Vite's own tags, which name the files of the build; the scripts
 * among them go to the end, so that they do not compete with render-critical resources for
 * bandwidth.
 *
 * @param given as in the build of the app, so that class names are the same.
 */
export function prerenderPages(given: Omit<BuildOptions, 'base'>): Plugin {
  let options: BuildOptions = { ...given, base: '/' }
  return {
    name: 'prerender-pages',
    apply: 'build',

    configResolved({ base }) {
      options = { ...given, base }
    },

    async buildStart() {
      const tooOld = await bundle('too-old.ts', options, 'es')
      const hash = createHash('sha256').update(tooOld).digest('hex').slice(0, 8)
      const fileName = `assets/too-old-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source: tooOld })
      const constants = { TOO_OLD_SCRIPT: JSON.stringify(options.base + fileName) }
      const loader = await bundle('load-app.ts', options, 'es', constants)
      this.emitFile({ type: 'asset', name: LOADER, source: loader })
    },

    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle: files = {} }) {
        const loader = Object.values(files).find(
          (file) => file.type === 'asset' && file.names.includes(LOADER),
        )
        const styleLink = /\n *<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(html)
        const style = Object.values(files).find(({ fileName }) => styleLink?.[1]?.endsWith(fileName))
        const app = /<script type="module"[^>]*src="([^"]+)"[^>]*>/.exec(html)?.[1]
        if (loader === undefined || styleLink === null || style?.type !== 'asset' || app === undefined) {
          throw new Error(`index.html lacks its style sheet, its script or ${LOADER}`)
        }
        const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? []
        const script = await bundle('inline-script.ts', options, 'iife')
        const { loading, loaded } = await prerenderTemplates(options)
        // The list is requested before anything else is parsed. Painting need not wait for a
        // response with the styles that it takes; all of them come with the app (load-app.ts).
        const markup = loading + loaded + html
        const classes = matchesIn(markup, /class="([^"]+)"/g).flatMap((names) => names.split(' '))
        const used = {
          classes: new Set(classes),
          elements: new Set(matchesIn(markup, /<(\w+)/g)),
          source: script + loading + loaded,
        }
        const critical = withoutUnusedProperties(criticalRules(String(style.source), used), loading + loaded)
        const head = `
    <script>${script}</script>
    <style data-href="${styleLink[1]}">${critical}</style>`
        const page = `<template id="loading">${loading}</template>
    <template id="loaded">${loaded}</template>
    <script>bootstrapHandoff.build()</script>
    `
        // Low priority: nothing of it is needed for the rows. The app is the last script
        // (load-app.ts).
        const end = `
    <script type="module" crossorigin src="${options.base}${loader.fileName}"></script>
    ${[...preloads, `<link rel="modulepreload" crossorigin href="${app}">`]
      .map((link) => link.replace('<link', '<link fetchpriority="low"'))
      .join('\n    ')}
  `
        return html
          .replace(/ *<(script type="module"|link rel="modulepreload").*\n/g, '')
          .replace(styleLink[0], '')
          .replace('</title>', (tag) => tag + head)
          .replace('<noscript>', (tag) => page + tag)
          .replace('</body>', (tag) => end + tag)
      },
    },
  }
}

/**
 * What a page before the app can have: the classes and elements of its markup, and the texts of
 * markup and script.
 */
type Used = {
  readonly classes: ReadonlySet<string>
  readonly elements: ReadonlySet<string>
  readonly source: string
}

/**
 * Returns the rules of a style sheet that need no class, no element and no data attribute or value
 * of one which is not used; also those in layers and media queries. It leaves out the named pages
 * of what is printed elsewhere.
 */
function criticalRules(css: string, used: Used): string {
  let depth = 0
  let from = 0
  let open = 0
  let critical = ''
  for (const { index, 0: brace } of css.matchAll(/[{}]/g)) {
    if (brace === '{' && depth === 0) open = index + 1
    depth += brace === '{' ? 1 : -1
    if (depth > 0) continue
    const rule = css.slice(from, index + 1)
    from = index + 1
    if (/^\s*@(layer|media|supports|container)/.test(rule)) {
      const inner = criticalRules(css.slice(open, index), used)
      if (inner !== '') critical += `${rule.slice(0, rule.indexOf('{') + 1)}${inner}}`
      continue
    }
    if (/^\s*@page \w/.test(rule)) continue
    const selectors = rule.slice(0, rule.indexOf('{')).split(TOP_LEVEL_COMMA)
    const mayMatch = (selector: string) =>
      classesOf(selector).every((name) => used.classes.has(name)) &&
      elementsOf(selector).every((name) => used.elements.has(name)) &&
      dataOf(selector).every((name) => hasData(used.source, name)) &&
      valuesOf(selector).every((value) => used.source.includes(value))
    if (selectors.some(mayMatch)) critical += rule
  }
  return critical.trim()
}

/** A comma between selectors, and none within `:is(…)` and the like. */
const TOP_LEVEL_COMMA = /,(?![^(]*\))/

/** Returns the classes without which the selector matches nothing. */
function classesOf(selector: string): readonly string[] {
  return matchesIn(required(selector), /\.([a-z][\w+/=-]*)/gi)
}

/** Returns the elements without which the selector matches nothing. */
function elementsOf(selector: string): readonly string[] {
  if (selector.startsWith('@')) return []
  return matchesIn(required(selector).replace(/\[[^\]]*\]/g, ''), /(?:^|[\s>+~])([a-z]\w*)/g)
}

/** Returns the data attributes without which the selector matches nothing, such as `slot`. */
function dataOf(selector: string): readonly string[] {
  return matchesIn(required(selector), /\[data-([\w-]+)/g)
}

/** Says whether the markup has a data attribute, or the script sets it. */
function hasData(source: string, name: string): boolean {
  return source.includes(`data-${name}`) || source.includes(`dataset.${name}`)
}

/** Returns the values of data attributes without which the selector matches nothing. */
function valuesOf(selector: string): readonly string[] {
  return matchesIn(required(selector), /\[data-[\w-]+=["']?([\w -]+?)["']?(?: i)?\]/g)
}

/** Returns the selector without the parts that may match something else instead. */
function required(selector: string): string {
  return selector
    .trim()
    .replaceAll('\\', '')
    .replace(/:(?:is|where|not)\([^()]*\)/g, '')
}

function matchesIn(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), ([, match = '']) => match)
}

/**
 * Removes custom properties that neither these rules nor the markup use. The style sheet of the app
 * has them all.
 */
function withoutUnusedProperties(css: string, markup: string): string {
  const names = new Set(Array.from(css.matchAll(/(--[\w-]+):/g), ([, name = '']) => name))
  const unused = [...names].filter((name) => !`${css}${markup}`.includes(`var(${name}`))
  if (unused.length === 0) return css
  const declarations = new RegExp(`(?:${unused.join('|')}):[^;}]*;?`, 'g')
  // What only these have used is unused by now.
  return withoutUnusedProperties(css.replace(declarations, ''), markup)
}

/** Runs prerender.tsx in this process: a development server without a port transforms it. */
async function prerenderTemplates({ base, css }: BuildOptions) {
  const server = await createServer({
    ...STANDALONE,
    base,
    css,
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const file = inBootstrap('prerender.tsx')
    const { prerender } = (await server.ssrLoadModule(file)) as { prerender: typeof Prerender }
    return prerender()
  } finally {
    await server.close()
  }
}

const STANDALONE = {
  configFile: false,
  logLevel: 'error',
  mode: 'production',
  publicDir: false,
  define: { WITH_MOCKS: 'false' },
} satisfies InlineConfig

/** One script that runs as it is, without imports. */
async function bundle(
  file: string,
  { base, css, target }: BuildOptions,
  format: 'es' | 'iife',
  constants: Record<string, string> = {},
): Promise<string> {
  const result = await build({
    ...STANDALONE,
    define: { ...STANDALONE.define, ...constants },
    base,
    css,
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: inBootstrap(file), output: { format, codeSplitting: false } },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error(`${file} is not one bundle`)
  const code = result.output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : [])).join('')
  // The one thing that would end an inline script early.
  return code.trim().replaceAll('</script', String.raw`<\/script`)
}
