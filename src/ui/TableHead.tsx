/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
/** Safari drops the roles of a table that is not displayed as one, such as with cards: each is repeated. */
export function TableHead({ names, className }: { names: readonly string[]; className?: string }) {
  return (
    <thead role="rowgroup" className={className}>
      <tr role="row">
        {names.map((name) => (
          <th key={name} role="columnheader" scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}
