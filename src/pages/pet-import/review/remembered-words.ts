import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { type Int64, int64FromText } from '#src/lib/int64.ts'
import { comparableText } from '#src/lib/plain-text.ts'
import type { CategoryWords } from '#src/spreadsheet/suggestion.ts'

/** The most words that are remembered. The newest are kept. */
const MAX_WORDS = 200

/**
 * Matches the words that are remembered. One with a digit or an unusual character is no name of a
 * category, and may be something that belongs nowhere: a number of an article, or a secret.
 */
const REMEMBERABLE = /^[\p{L}\p{M}\s\-'’&/().,]{1,40}$/u

/**
 * Remembers on this device which category a word of a file was taken for ("Hamster" is category 6).
 * The words belong to the address of a service, because an ID is a category of that service.
 *
 * It keeps nothing else of a file. Where storage is blocked or full, the words last until the page
 * is reloaded.
 */
export function createRememberedWords(baseUrl: string) {
  const storageName = `${OWN_PREFIX}category-words.${absoluteUrl(baseUrl)}`
  let unsaved: CategoryWords | undefined

  /** Returns the words. Another tab may have added some, so they are read each time. */
  const get = (): CategoryWords => unsaved ?? wordsFrom(readStored('local', storageName))

  return {
    get,

    remember(meanings: CategoryWords): void {
      const added = [...meanings].filter(([word]) => REMEMBERABLE.test(word))
      if (added.length === 0) return
      const words = newest([...get(), ...added])
      const isSaved = writeStored('local', storageName, JSON.stringify([...words]))
      unsaved = isSaved ? undefined : words
    },
  }
}

export type RememberedWords = ReturnType<typeof createRememberedWords>

/** Reads what is stored, of which only pairs of a word and a category ID count. */
function wordsFrom(text: string | null): CategoryWords {
  try {
    const stored = JSON.parse(text ?? '[]') as unknown
    return Array.isArray(stored) ? newest(stored.flatMap(pairFrom)) : new Map()
  } catch {
    // Something else has stored a text under this name.
    return new Map()
  }
}

type Pair = readonly [word: string, id: Int64]

function pairFrom(stored: unknown): Pair[] {
  if (!Array.isArray(stored)) return []
  const [word, id] = stored as unknown[]
  if (typeof word !== 'string' || typeof id !== 'string') return []
  const categoryId = int64FromText(id)
  if (categoryId === undefined || word !== comparableText(word) || !REMEMBERABLE.test(word)) return []
  return [[word, categoryId]]
}

/** Returns the words with their last meanings, the newest last. */
function newest(pairs: readonly Pair[]): CategoryWords {
  const words = new Map<string, Int64>()
  for (const [word, id] of pairs) {
    words.delete(word)
    words.set(word, id)
  }
  return new Map([...words].slice(-MAX_WORDS))
}
