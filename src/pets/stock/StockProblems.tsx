import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import type { StockState } from './use-stock.ts'

/** Says which lists of the stock could not be read, and why, or that the lists are out of date. */
export function StockProblems({ stock: { lists }, isFetching, retry }: StockState) {
  const { name: service } = useEnvironment()
  const failed = lists.filter(({ error }) => error !== null)
  const [first] = failed
  if (first === undefined && (isFetching || lists.every(({ isOutdated }) => !isOutdated))) return null
  if (first === undefined)
    return (
      <Alert message="A pet may have been added since these lists were read." tone="attention">
        <Button icon="refresh" onClick={retry}>
          Read again
        </Button>
      </Alert>
    )
  return (
    <Alert {...describeError(first.error, service, failureText(failed, lists.length))}>
      <Button icon="refresh" busy={isFetching} onClick={retry}>
        Try again
      </Button>
    </Alert>
  )
}

/**
 * Returns "Could not read the lists of all pets and sold pets.", or a shorter text if all of
 * `listCount` lists failed.
 */
function failureText(failed: StockState['stock']['lists'], listCount: number): string {
  if (failed.length === listCount) return 'Pets could not be loaded.'
  const names = failed.map(({ status }) => (status === undefined ? 'all pets' : `${status} pets`))
  const lists = failed.length === 1 ? 'list' : 'lists'
  return `Could not read the ${lists} of ${new Intl.ListFormat('en').format(names)}.`
}
