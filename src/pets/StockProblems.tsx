import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { listsCover } from './stock.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import type { StockState } from './use-stock.ts'

/** Which lists of the stock could not be read, and why. `message`: what cannot be done without any of them. */
export function StockProblems({ stock, isFetching, retry, message }: StockState & { message: string }) {
  const { lists } = stock
  const { name: service } = useEnvironment()
  const failed = lists.filter(({ error }) => error !== null)
  const [first] = failed
  const isOutdated = !isFetching && lists.some((list) => list.isOutdated)
  if (first === undefined && !isOutdated) return null
  const isWhole = listsCover(undefined, stock.current)
  const names = failed.map(({ status }) => (status === undefined ? 'all pets' : `${status} pets`))
  const failure =
    failed.length === lists.length
      ? message
      : `Could not read the ${failed.length === 1 ? 'list' : 'lists'} of ${new Intl.ListFormat('en').format(names)}.${isWhole ? ' The other lists have all pets.' : ''}`
  return (
    <Alert
      {...(first === undefined
        ? { message: 'A pet may have been added since these lists were read.', tone: 'attention' }
        : describeError(first.error, service, failure))}
      {...(isWhole ? { tone: 'attention' } : {})}
    >
      <Button icon="refresh" busy={isFetching} onClick={retry}>
        {first === undefined ? 'Read again' : 'Try again'}
      </Button>
    </Alert>
  )
}
