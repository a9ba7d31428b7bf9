// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RowHeader, Table, TableBody, TableCell, TableHead, TableRow } from './Table.tsx'

test('Each part of a table repeats its role, which Safari would drop for a table that is shown as cards.', () => {
  render(
    <Table aria-label="Pets">
      <TableHead names={['Name', 'Status']} />
      <TableBody>
        <TableRow aria-label="Rex">
          <RowHeader>Rex</RowHeader>
          <TableCell>Sold</TableCell>
        </TableRow>
      </TableBody>
    </Table>,
  )
  const table = screen.getByRole('table', { name: 'Pets' })
  const parts = table.querySelectorAll('thead, tbody, tr, th, td')
  expect(Array.from([table, ...parts], (part) => part.getAttribute('role'))).toEqual([
    'table',
    'rowgroup',
    'row',
    'columnheader',
    'columnheader',
    'rowgroup',
    'row',
    'rowheader',
    'cell',
  ])
  const rex = within(table).getByRole('row', { name: 'Rex' })
  expect(within(rex).getByRole('rowheader', { name: 'Rex' })).toHaveAttribute('scope', 'row')
  expect(within(table).getByRole('columnheader', { name: 'Status' })).toHaveAttribute('scope', 'col')
})
