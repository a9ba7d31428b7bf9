import type { ComponentProps } from 'react'

/**
 * The roles that each part of a table repeats. Safari drops those of a table that is not displayed
 * as one, and on a phone rows become cards.
 *
 * Rows whose parts would cost too much as components use these roles. All other rows are made of
 * the components below.
 */
export const TABLE_ROLES = {
  table: 'table',
  rows: 'rowgroup',
  row: 'row',
  columnHeader: 'columnheader',
  rowHeader: 'rowheader',
  cell: 'cell',
} as const

export function Table(props: ComponentProps<'table'>) {
  return <table role={TABLE_ROLES.table} {...props} />
}

type TableHeadProps = {
  /** The names of the columns, which must all be different. */
  names: readonly string[]
  className?: string
}

export function TableHead({ names, className }: TableHeadProps) {
  return (
    <TableHeadRow className={className}>
      {names.map((name) => (
        <ColumnHeader key={name}>{name}</ColumnHeader>
      ))}
    </TableHeadRow>
  )
}

/** A head for columns that have more than a name. */
export function TableHeadRow({ children, ...props }: ComponentProps<'thead'>) {
  return (
    <thead role={TABLE_ROLES.rows} {...props}>
      <TableRow>{children}</TableRow>
    </thead>
  )
}

export function ColumnHeader(props: ComponentProps<'th'>) {
  return <th role={TABLE_ROLES.columnHeader} scope="col" {...props} />
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody role={TABLE_ROLES.rows} {...props} />
}

export function TableRow(props: ComponentProps<'tr'>) {
  return <tr role={TABLE_ROLES.row} {...props} />
}

export function RowHeader(props: ComponentProps<'th'>) {
  return <th role={TABLE_ROLES.rowHeader} scope="row" {...props} />
}

export function TableCell(props: ComponentProps<'td'>) {
  return <td role={TABLE_ROLES.cell} {...props} />
}
