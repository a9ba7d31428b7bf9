/**
 * The icons, which are as large as the text around them. They are decorative, so they belong beside
 * a text, or in an element that has an accessible name.
 */
const PATHS = {
  add: 'M8 3v10M3 8h10',
  back: 'M9.5 3.5 5 8l4.5 4.5',
  chevron: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  download: 'M8 2.5v8M4.5 7 8 10.5 11.5 7M3 13.5h10',
  information: 'M8 7.5v4M8 4.6v.4M14.2 8A6.2 6.2 0 1 1 1.8 8a6.2 6.2 0 0 1 12.4 0z',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6L13 6M13 2.5V6H9.5',
  search: 'm10.5 10.5 3 3M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0z',
  signOut: 'M6 13.5H3v-11h3M10.5 11l3-3-3-3M13.5 8H6',
  sortDown: 'M8 3v10M4.5 9.5 8 13l3.5-3.5',
  sortNone: 'm5 6 3-3 3 3M5 10l3 3 3-3',
  sortUp: 'M8 13V3M4.5 6.5 8 3l3.5 3.5',
  theme: 'M8 2v12M8 2a6 6 0 0 1 0 12M8 2a6 6 0 0 0 0 12M11 3.5v9M13 5v6',
  warning: 'M8 6v3.5M8 11.6v.4M8 1.8 14.6 13.5H1.4z',
} as const

export type IconName = keyof typeof PATHS

/** `path` draws an icon that only some page needs, so that the others do not load it. */
type IconProps = { className?: string | undefined } & ({ name: IconName } | { path: string })

export function Icon(props: IconProps) {
  const path = 'path' in props ? props.path : PATHS[props.name]
  return (
    <svg
      className={props.className}
      width="1em"
      height="1em"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
