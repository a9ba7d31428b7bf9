import { Link, useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { addressParams } from '#src/lib/address-params.ts'
import { int64FromText } from '#src/lib/int64.ts'
import { petListPath } from '#src/lib/paths.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { ImportLabels } from './ImportLabels.tsx'
import { PetLabels } from './PetLabels.tsx'

export function LabelsPage() {
  const { name: service } = useEnvironment()
  const params = addressParams(useLocation().search)
  const importId = params.get('import')
  const wanted = params.getAll('ids').flatMap((list) => list.split(/[\s,;]+/).filter((text) => text !== ''))
  const isOfImport = importId !== null && importId !== '' && wanted.length === 0
  return (
    <div className="stack">
      <PageTitle page="Labels" environmentName={service} />
      <h1>Labels</h1>
      {isOfImport && <ImportLabels key={importId} importId={importId} />}
      {!isOfImport && <WantedLabels key={wanted.join()} wanted={wanted} />}
    </div>
  )
}

/** Shows one label for each ID in the address, in that order, and names the invalid IDs. */
function WantedLabels({ wanted }: { wanted: readonly string[] }) {
  const ids = [...new Set(wanted.flatMap((text) => int64FromText(text) ?? []))]
  const invalidIds = [...new Set(wanted.filter((text) => int64FromText(text) === undefined))]
  return (
    <>
      <PetLabels ids={ids} invalidIds={invalidIds} />
      {ids.length === 0 && <NoPetsSelected />}
    </>
  )
}

function NoPetsSelected() {
  const { id: environmentId } = useEnvironment()
  return (
    <div className="stack card empty">
      <p>No labels to print. Open a pet or the list, then “Print labels”.</p>
      <Link to={petListPath(environmentId)}>Go to pets</Link>
    </div>
  )
}
