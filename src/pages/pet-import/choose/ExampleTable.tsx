import { Button } from '#src/ui/Button.tsx'
import { Table, TableBody, TableCell, TableHead, TableRow } from '#src/ui/Table.tsx'
import styles from './ExampleTable.module.css'

const HEADINGS = ['name', 'categoryId', 'status']

/** The last pet has no status, which is optional. */
const EXAMPLES = [
  ['Rex', '1', 'available'],
  ['Mia', '2', 'sold'],
  ['Tom', '1', ''],
] as const

/** Shows what a file may look like, and offers one to begin with. */
export function ExampleTable({ onDownloadTemplate }: { onDownloadTemplate: () => void }) {
  return (
    <figure className={`stack gap-2 ${styles['example']}`}>
      <figcaption className="small">What a file may look like</figcaption>
      <Table className="table" aria-label="Example of a file">
        <TableHead names={HEADINGS} />
        <TableBody>
          {EXAMPLES.map((cells) => (
            <TableRow key={cells[0]}>
              {cells.map((cell, column) => (
                <TableCell key={HEADINGS[column]}>{cell}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <div>
        <Button onClick={onDownloadTemplate}>Download a template</Button>
      </div>
    </figure>
  )
}
