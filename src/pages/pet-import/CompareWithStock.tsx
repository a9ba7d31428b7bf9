import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useEnvironment } from '#src/config/environment-context.ts'
import { invalidateLists } from '#src/pets/pet-queries.ts'
import { stockMessage } from '#src/pets/stock-messages.ts'
import { KeyEndedAlert } from '#src/session/KeyEndedAlert.tsx'
import { StockProblems } from '#src/session/StockProblems.tsx'
import { useStock } from '#src/session/use-stock.ts'
import { Button } from '#src/ui/Button.tsx'
import { LoadedAt } from '#src/ui/LoadedAt.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import styles from './CompareWithStock.module.css'

/** Reads the lists when the user asks for it; use-similar-pets.ts compares the rows with all lists that are loaded. */
export function CompareWithStock() {
  const { name: service } = useEnvironment()
  const client = useQueryClient()
  const [isOn, setIsOn] = useState(false)
  const compare = () => {
    // What was read before is no answer to this: the lists are read as soon as they are used.
    void invalidateLists(client)
    setIsOn(true)
  }
  return isOn ? (
    <Comparison />
  ) : (
    <div className={styles['compare']}>
      <Button onClick={compare}>Compare with existing pets</Button>
      <p>Points out rows with the name and category of a pet in {service}.</p>
    </div>
  )
}

function Comparison() {
  const { name: service } = useEnvironment()
  const state = useStock()
  const { stock, readAt, isWaiting, isFetching, hasKeyEnded, refresh, cancel } = state
  const line = useRef<HTMLDivElement>(null)
  // Its button takes the place of the one that was pressed.
  useEffect(() => line.current?.querySelector('button')?.focus(), [])
  return (
    <>
      <div ref={line} className={styles['compare']}>
        <Button icon="refresh" busy={isFetching} onClick={refresh}>
          Compare again
        </Button>
        <p role="status">
          {isWaiting ? `Reading the pets of ${service}…` : stockMessage(stock, 'Compared with', service)}
        </p>
        {isWaiting || readAt === undefined ? null : <LoadedAt at={readAt} />}
        <SlowResponseNotice waiting={isWaiting} service={service} onCancel={cancel} />
      </div>
      {hasKeyEnded ? <KeyEndedAlert error={null} /> : <StockProblems {...state} />}
    </>
  )
}
