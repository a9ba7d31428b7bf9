import { useState } from 'react'
import { daysLeftText } from '#src/pets/days-left.ts'

const OPERATIONS = [
  ['listPets', 'GET /pets', 'Lists pets, optionally of one status, 100 at most. It has no pages.'],
  ['createPet', 'POST /pets', 'Adds a pet, which can be neither changed nor deleted afterwards.'],
  ['getPet', 'GET /pets/{petId}', 'Finds one pet. Deprecated: due to be removed on 5 December 2030'],
  [
    'GET /store/orders',
    'GET /store/orders',
    'Exists, but neither its parameters nor its responses are documented, so this app does not use it.',
  ],
] as const

/** The operations as the service documents them (src/pets/SERVICE.md). */
export function OperationTable() {
  const [daysLeft] = useState(() => daysLeftText(Date.now()))
  return (
    <section aria-labelledby="operations-heading">
      <h2 id="operations-heading">Operations</h2>
      <table aria-labelledby="operations-heading" className="table" data-cards>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Request</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {OPERATIONS.map(([name, request, does]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <code>{request}</code>
              </td>
              <td>{name === 'getPet' ? `${does}${daysLeft}.` : does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
