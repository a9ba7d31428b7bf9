import { median } from './median.ts'
import { SITE_NAMES, type SiteName } from './sites.ts'
import type { Figures } from './measure-visit.ts'

/** The figures of each visit, by the name of the profile and by site. */
export type Measured = ReadonlyMap<string, Readonly<Record<SiteName, readonly Figures[]>>>

type Line = {
  readonly label: string
  readonly figure: keyof Figures
  readonly text: (value: number) => string
  /** Whether how many times it is the one by hand says something. */
  readonly isCompared?: boolean
}

const milliseconds = (value: number) => `${value.toFixed(0)} ms`
const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} KB`
const count = (value: number) => String(value)

const LINES: readonly Line[] = [
  { label: 'first paint', figure: 'firstPaint', text: milliseconds, isCompared: true },
  { label: 'first pet row', figure: 'firstRow', text: milliseconds, isCompared: true },
  { label: 'a filter answers', figure: 'usable', text: milliseconds, isCompared: true },
  { label: 'blocked before the first row', figure: 'blockedBeforeRow', text: milliseconds },
  { label: 'blocked before a filter answers', figure: 'blockedBeforeUsable', text: milliseconds },
  { label: 'layout shift', figure: 'shift', text: (value) => value.toFixed(3) },
  { label: 'filter not yet seen', figure: 'switchUncached', text: milliseconds, isCompared: true },
  { label: 'filter seen before', figure: 'switchCached', text: milliseconds, isCompared: true },
  { label: 'frames until its rows', figure: 'framesCached', text: count },
  {
    label: 'longest task of sorting, searching, typing',
    figure: 'longestTask',
    text: (value) => (value === 0 ? 'none of 50 ms' : milliseconds(value)),
  },
]

/** Of one profile (`steadyProfile`), because the others have the same. */
const STEADY: readonly Line[] = [
  { label: 'bytes before the first row', figure: 'bytes', text: kilobytes },
  { label: 'of them scripts', figure: 'scriptBytes', text: kilobytes },
  { label: 'requests', figure: 'requests', text: count },
  { label: 'of them one after the other', figure: 'chain', text: count },
  {
    label: 'heap after 200 filter switches',
    figure: 'heap',
    text: (value) => `${(value / 2 ** 20).toFixed(2)} MB more`,
  },
]

/** Markdown: what each site takes under each profile, as medians, and how many times the page by hand that is. */
export function tables(measured: Measured, rounds: number, steadyProfile: string): string {
  const steady = measured.get(steadyProfile)
  const text = [`Medians of ${rounds} rounds.`, '']
  if (steady !== undefined) text.push(...head('everywhere'), ...STEADY.map((line) => row(line, steady)))
  for (const [profile, sites] of measured)
    text.push('', ...head(profile), ...LINES.map((line) => row(line, sites)))
  return `${text.join('\n')}\n`
}

function head(title: string): string[] {
  return [
    `| ${title} | by hand | smallest app | this app | to by hand | to smallest |`,
    '|---|---:|---:|---:|---:|---:|',
  ]
}

function row(
  { label, figure, text, isCompared = false }: Line,
  sites: Readonly<Record<SiteName, readonly Figures[]>>,
): string {
  const [byHand = Number.NaN, smallest = Number.NaN, app = Number.NaN] = SITE_NAMES.map((name) =>
    median(sites[name].map((figures) => figures[figure])),
  )
  const cells = [byHand, smallest, app].map((value) => (Number.isNaN(value) ? '' : text(value)))
  const ratios = [byHand, smallest].map((base) => (isCompared ? (app / base).toFixed(2) : ''))
  return `| ${[label, ...cells, ...ratios].join(' | ')} |`
}
