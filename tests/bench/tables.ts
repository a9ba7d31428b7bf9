import { median } from './median.ts'
import { SITE_NAMES, type SiteName } from './sites.ts'
import type { Metrics } from './measure-visit.ts'

/** The metrics of each visit, by profile name and site. */
export type Measured = ReadonlyMap<string, Readonly<Record<SiteName, readonly Metrics[]>>>

type Line = {
  readonly label: string
  readonly metric: keyof Metrics
  readonly text: (value: number) => string
  /** Whether the ratio to the baselines is meaningful. */
  readonly isCompared?: boolean
}

const milliseconds = (value: number) => `${value.toFixed(0)} ms`
const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} KB`
const count = (value: number) => String(value)

const LINES: readonly Line[] = [
  { label: 'first paint', metric: 'firstPaint', text: milliseconds, isCompared: true },
  { label: 'first pet row', metric: 'firstRow', text: milliseconds, isCompared: true },
  { label: 'a filter answers', metric: 'usable', text: milliseconds, isCompared: true },
  { label: 'blocked before the first row', metric: 'blockedBeforeRow', text: milliseconds },
  { label: 'blocked before a filter answers', metric: 'blockedBeforeUsable', text: milliseconds },
  { label: 'layout shift', metric: 'shift', text: (value) => value.toFixed(3) },
  { label: 'filter not yet seen', metric: 'switchUncached', text: milliseconds, isCompared: true },
  { label: 'filter seen before', metric: 'switchCached', text: milliseconds, isCompared: true },
  { label: 'frames until its rows', metric: 'framesCached', text: count },
  {
    label: 'longest task of sorting, searching, typing',
    metric: 'longestTask',
    text: (value) => (value === 0 ? 'none of 50 ms' : milliseconds(value)),
  },
]

/** Shown once, because they are the same in all profiles. */
const PROFILE_INDEPENDENT: readonly Line[] = [
  { label: 'bytes before the first row', metric: 'bytes', text: kilobytes },
  { label: 'of them scripts', metric: 'scriptBytes', text: kilobytes },
  { label: 'requests', metric: 'requests', text: count },
  { label: 'of them one after the other', metric: 'chain', text: count },
  {
    label: 'heap after 200 filter switches',
    metric: 'heap',
    text: (value) => `${(value / 2 ** 20).toFixed(2)} MB more`,
  },
]

/** Markdown tables with the medians of each site and profile, and the ratios to the baselines. */
export function tables(measured: Measured, rounds: number, referenceProfile: string): string {
  const reference = measured.get(referenceProfile)
  const text = [`Medians of ${rounds} rounds.`, '']
  if (reference !== undefined)
    text.push(...head('everywhere'), ...PROFILE_INDEPENDENT.map((line) => row(line, reference)))
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
  { label, metric, text, isCompared = false }: Line,
  sites: Readonly<Record<SiteName, readonly Metrics[]>>,
): string {
  const [byHand = Number.NaN, smallest = Number.NaN, app = Number.NaN] = SITE_NAMES.map((name) =>
    median(sites[name].map((metrics) => metrics[metric])),
  )
  const cells = [byHand, smallest, app].map((value) => (Number.isNaN(value) ? '' : text(value)))
  const ratios = [byHand, smallest].map((base) => (isCompared ? (app / base).toFixed(2) : ''))
  return `| ${[label, ...cells, ...ratios].join(' | ')} |`
}
