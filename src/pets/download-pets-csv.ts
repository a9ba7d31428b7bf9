import { downloadText } from '#src/browser/download.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import type { Pet } from './pet.ts'
import { type CsvForm, type CsvScope, petsCsv, petsCsvName } from './pets-csv.ts'
import type { CategoryLabels } from './validate-new-pet.ts'

type PetsToDownload = CsvScope & {
  readonly pets: readonly Pet[]
  readonly labels: CategoryLabels
  readonly form: CsvForm
}

/** @returns what to tell the person. */
export function downloadPetsCsv({ pets, labels, form, ...scope }: PetsToDownload): string {
  downloadText(petsCsvName(scope, new Date()), petsCsv(pets, labels, form))
  const count = `Downloaded ${formatNumber(pets.length)} ${pets.length === 1 ? 'pet' : 'pets'}.`
  return scope.isTruncated ? `${count} The service may have more.` : count
}
