import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { importFragment, importName } from '#src/importer/import-name.ts'
import { rowNumbersText } from '#src/importer/row-numbers-text.ts'
import type { UnfinishedRows } from '#src/importer/unfinished-rows.ts'
import { truncate } from '#src/lib/truncate.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { MatchList } from './MatchList.tsx'

/** Characters; the import page shows all of them. */
const MAX_FILE_NAME = 60

const MAX_ROWS = 3

/** Links to the imports, with the rows that have the pet. */
export function ImportsWithPet({ imports }: { imports: readonly UnfinishedRows[] }) {
  const { id: environmentId } = useEnvironment()
  return (
    <MatchList items={imports}>
      {({ id, fileName, numbers }) => (
        <li key={id}>
          <Link to={`/${environmentId}/pets/import#${importFragment(id)}`}>
            <BidiText text={truncate(importName({ fileName }), MAX_FILE_NAME)} />
          </Link>
          <span className="small">{rowNumbersText(numbers, MAX_ROWS)}</span>
        </li>
      )}
    </MatchList>
  )
}
