import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { currentLists, listsCover } from './stock.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import type { StockState } from './use-stock.ts'

/** Which lists of the stock could not be read, and why; nothing while all could. The others count all the same. */
export function StockProblems({ stock, isFetching, retry }: StockState) {
  const { lists } = stock
  const { name: service } = useEnvironment()
  const failed = lists.filter(({ error }) => error !== null)
  const [first] = failed
  const isOutdated = !isFetching && lists.some((list) => list.isOutdated)
  if (first === undefined && !isOutdated) return null
  const isWhole = listsCover(undefined, currentLists(stock))
  const names = failed.map(({ status }) => (status === undefined ? 'all pets' : `${status} pets`))
  const { message, ...description } =
    first === undefined
      ? { message: 'A pet may have been added since these lists were read.', tone: 'attention' as const }
      : describeError(first.error, service)
  return (
    <Alert
      {...description}
      {...(isWhole ? { tone: 'attention' } : {})}
      message={
        failed.length === 0 || failed.length === lists.length
          ? message
          : `Could not read the ${failed.length === 1 ? 'list' : 'lists'} of ${new Intl.ListFormat('en').format(names)}.${isWhole ? ' The other lists have all pets.' : ''} ${message}`
      }
    >
      <Button icon="refresh" busy={isFetching} onClick={retry}>
        {first === undefined ? 'Read again' : 'Try again'}
      </Button>
    </Alert>
  )
}
