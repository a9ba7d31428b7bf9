import { median } from './median.ts'
import type { LoadMetrics, UseMetrics } from './measure-visit.ts'
import { SITE_NAMES, type SiteName } from './sites.ts'

type SiteMetrics = {
  /** With an empty cache. */
  readonly first: readonly LoadMetrics[]
  /** With everything cached but the data. */
  readonly third: readonly LoadMetrics[]
  readonly firstUse: readonly UseMetrics[]
  readonly thirdUse: readonly UseMetrics[]
}

/** By profile name and site. */
export type Measured = ReadonlyMap<string, ReadonlyMap<SiteName, SiteMetrics>>

type Line = {
  readonly label: string
  readonly values: (metrics: SiteMetrics) => readonly number[]
  readonly text: (value: number) => string
  /** Whether the ratio to the baselines is meaningful. */
  readonly isCompared?: boolean
}

const milliseconds = (value: number) => `${value.toFixed(0)} ms`
const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} KB`
const count = (value: number) => String(value)
const orNone = (limit: number) => (value: number) =>
  value === 0 ? `none of ${limit} ms` : milliseconds(value)

const VISITS = [
  ['empty cache', 'first', 'firstUse'],
  ['third visit', 'third', 'thirdUse'],
] as const

const LINES: readonly Line[] = [
  ...VISITS.flatMap(([visit, load, use]): Line[] => [
    {
      label: `${visit}: first paint`,
      values: (site) => site[load].map(({ firstPaint }) => firstPaint),
      text: milliseconds,
      isCompared: true,
    },
    {
      label: 'first pet row',
      values: (site) => site[load].map(({ firstRow }) => firstRow),
      text: milliseconds,
      isCompared: true,
    },
    {
      label: 'all rows',
      values: (site) => site[load].map(({ allRows }) => allRows),
      text: milliseconds,
      isCompared: true,
    },
    {
      label: 'a filter answers',
      values: (site) => site[use].map(({ usable }) => usable),
      text: milliseconds,
      isCompared: true,
    },
    {
      label: 'blocked until all rows',
      values: (site) => site[load].map(({ blocked }) => blocked),
      text: milliseconds,
    },
    {
      label: 'layout shift',
      values: (site) => site[load].map(({ shift }) => shift),
      text: (value) => value.toFixed(3),
    },
  ]),
  {
    label: 'back from a pet: first row',
    values: (site) => site.thirdUse.map(({ backFirstRow }) => backFirstRow),
    text: milliseconds,
    isCompared: true,
  },
  {
    label: 'all rows',
    values: (site) => site.thirdUse.map(({ backAllRows }) => backAllRows),
    text: milliseconds,
    isCompared: true,
  },
  {
    label: 'filter not yet seen',
    values: (site) => site.thirdUse.map(({ switchUncached }) => switchUncached),
    text: milliseconds,
    isCompared: true,
  },
  {
    label: 'filter seen before',
    values: (site) => site.thirdUse.map(({ switchCached }) => switchCached),
    text: milliseconds,
    isCompared: true,
  },
  {
    label: 'frames until its rows',
    values: (site) => site.thirdUse.map(({ framesCached }) => framesCached),
    text: count,
  },
  {
    label: 'slowest click on a filter',
    values: (site) => site.thirdUse.map(({ slowestFilter }) => slowestFilter),
    text: orNone(16),
  },
  {
    label: 'slowest of sorting, searching, typing',
    values: (site) => site.thirdUse.map(({ slowestInteraction }) => slowestInteraction),
    text: orNone(16),
  },
]

/** Shown once, because they are the same in all profiles. */
const PROFILE_INDEPENDENT: readonly Line[] = [
  ...VISITS.flatMap(([visit, load]): Line[] => [
    {
      label: `${visit}: bytes before the first row`,
      values: (site) => site[load].map(({ bytes }) => bytes),
      text: kilobytes,
    },
    {
      label: 'of them scripts',
      values: (site) => site[load].map(({ scriptBytes }) => scriptBytes),
      text: kilobytes,
    },
    {
      label: 'requests on the network',
      values: (site) => site[load].map(({ requests }) => requests),
      text: count,
    },
    {
      label: 'of them one after the other',
      values: (site) => site[load].map(({ chain }) => chain),
      text: count,
    },
  ]),
  {
    label: 'heap after 200 filter switches',
    values: (site) => site.thirdUse.map(({ heap }) => heap),
    text: (value) => `${(value / 2 ** 20).toFixed(2)} MB more`,
  },
]

const TITLES: Readonly<Record<SiteName, string>> = {
  'by-hand': 'by hand',
  'by-hand-configured': 'by hand, configured',
  'smallest-app': 'smallest app',
  app: 'this app',
  other: 'other build',
}
const BASELINES = ['by-hand', 'smallest-app', 'other'] as const

/** Markdown tables with the medians of each site and profile, and the ratios to the baselines. */
export function tables(measured: Measured, rounds: number, referenceProfile: string): string {
  const text = [`Medians of ${rounds} rounds.`]
  const reference = measured.get(referenceProfile)
  if (reference !== undefined) text.push('', ...table('everywhere', PROFILE_INDEPENDENT, reference))
  for (const [profile, sites] of measured) text.push('', ...table(profile, LINES, sites))
  return `${text.join('\n')}\n`
}

function table(title: string, lines: readonly Line[], sites: ReadonlyMap<SiteName, SiteMetrics>): string[] {
  const names = SITE_NAMES.filter((name) => sites.has(name))
  const baselines = BASELINES.filter((name) => sites.has(name))
  return [
    cells([title, ...names.map((name) => TITLES[name]), ...baselines.map((name) => `to ${TITLES[name]}`)]),
    cells(['---', ...[...names, ...baselines].map(() => '---:')]),
    ...lines.map(({ label, values, text, isCompared = false }) => {
      const valueOf = (name: SiteName) => {
        const metrics = sites.get(name)
        return metrics === undefined ? Number.NaN : median(values(metrics))
      }
      return cells([
        label,
        ...names.map((name) => shown(valueOf(name), text)),
        ...baselines.map((name) =>
          isCompared ? shown(valueOf('app') / valueOf(name), (ratio) => ratio.toFixed(2)) : '',
        ),
      ])
    }),
  ]
}

/** Empty where nothing was measured: the browser does not report each first paint. */
function shown(value: number, format: (value: number) => string): string {
  return Number.isNaN(value) ? '' : format(value)
}

function cells(row: readonly string[]): string {
  return `| ${row.join(' | ')} |`
}
