// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HttpError, NetworkError, InvalidResponseError } from '#src/http/errors.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import type { ImportJournal, ImportRow } from './import-journal.ts'
import { createMemoryImportStore } from './memory-import-store.ts'
import type { RowOutcome } from './import-types.ts'
import { CRASHED_MESSAGE } from './import-rows.ts'
import { createImportRunner, type ImportRunner, type PauseReason } from './import-runner.ts'

const IMPORT = 'import-1'
const NONE: ReadonlySet<number> = new Set()
const WAITING: RowOutcome = { kind: 'waiting' }
const UNKNOWN: RowOutcome = { kind: 'unknown', message: 'no response' }

const id = (text: string) => text as Int64

function row(position: number, outcome: RowOutcome = WAITING): ImportRow {
  const newPet: NewPet = { name: `Pet ${position}`, categoryId: id('1'), status: undefined }
  return { position, number: position + 2, cells: [newPet.name, '1'], newPet, outcome }
}

/** A row that failed validation. */
function badRow(position: number): ImportRow {
  return { ...row(position, { kind: 'rejected', message: 'Enter a name' }), newPet: undefined }
}

const rowsOf = (...outcomes: RowOutcome[]) => outcomes.map((outcome, position) => row(position, outcome))
const waitingRows = (count: number) => Array.from({ length: count }, (_, position) => row(position))

const refused = (status: number, retryAfter?: number): CreatePetOutcome => ({
  kind: 'rejected',
  error: new HttpError('POST /pets', status, undefined, retryAfter),
})
const lost: CreatePetOutcome = { kind: 'unknown', error: new NetworkError('POST /pets', undefined) }
const unreadable: CreatePetOutcome = {
  kind: 'added-without-id',
  error: new InvalidResponseError('POST /pets', 'not-json', undefined),
}

type Answer = 'added' | CreatePetOutcome | Promise<CreatePetOutcome>

type Options = {
  rows: readonly ImportRow[]
  /** The result of each call; after these, every pet is added. */
  answers?: Answer[]
  /** Throws to make a write fail, waits to make it slow. */
  onWrite?: (() => void) | (() => Promise<void>)
  waitForKey?: (signal: AbortSignal) => Promise<void>
  sleep?: (milliseconds: number) => Promise<void>
  leaveAttempts?: () => number
  now?: () => number
}

async function setUp({ rows, answers = [], onWrite, waitForKey, sleep, leaveAttempts, now }: Options) {
  const memory = createMemoryImportStore()
  const record = {
    id: IMPORT,
    environmentId: 'staging',
    baseUrl: 'https://staging.example.com/v1',
    fileName: 'pets.csv',
    fileHash: 'x',
    startedAt: 0,
    header: ['name', 'categoryId'],
    columns: { name: 0, categoryId: 1, status: undefined },
  }
  const journal = await memory.create(record, rows, new Set())
  /** Completed writes, calls and responses, in order. */
  const log: string[] = []
  const calls: string[] = []
  const append: ImportJournal['append'] = async (changes) => {
    await onWrite?.()
    await journal.append(changes)
    for (const { position, outcome } of changes) log.push(`${position} is ${outcome.kind} on disk`)
  }
  const run = createImportRunner({
    journal: { rows, append },
    async createPet(newPet) {
      log.push(`${newPet.name} is sent`)
      calls.push(newPet.name)
      const answer = answers.shift() ?? 'added'
      const outcome = answer === 'added' ? addedAs(newPet, calls.length) : await answer
      log.push(`${newPet.name} is done`)
      return outcome
    },
    describe: (error) => (error as Error).name,
    waitForKey: waitForKey ?? dismissPrompt,
    ...(sleep === undefined ? {} : { sleep }),
    ...(leaveAttempts === undefined ? {} : { leaveAttempts }),
    ...(now === undefined ? {} : { now }),
  })
  return { run, log, calls, onDisk: async () => outcomesOf(await memory.rows(IMPORT)) }
}

function addedAs(newPet: NewPet, number: number): CreatePetOutcome {
  return { kind: 'added', pet: { ...newPet, id: id(String(900 + number)) } }
}

const outcomesOf = (rows: readonly ImportRow[]) => rows.map(({ outcome }) => outcome)
const kindsOf = (rows: readonly ImportRow[]) => rows.map(({ outcome }) => outcome.kind)
const shown = (run: ImportRunner) => kindsOf(run.get().rows)
const stateOf = (run: ImportRunner) => run.get().state
const paused = (reason: PauseReason) => ({ phase: 'paused', reason })

/** Resolves when everything has happened that does not need a timer. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

const dismissPrompt = () => Promise.reject(new Error('no key'))

/** A response that the test resolves. */
const held = () => Promise.withResolvers<CreatePetOutcome>()

/** An import whose first row is being sent: `answer` resolves its response, `all` is the end of the run. */
async function startAndHold(
  options: Omit<Options, 'answers'>,
  start: (run: ImportRunner) => Promise<unknown> = (run) => run.resume(),
) {
  const answer = held()
  const opened = await setUp({ ...options, answers: [answer.promise] })
  const all = start(opened.run)
  await settled()
  return { ...opened, all, answer: answer.resolve }
}

/** An import of 100 rows, each of which takes half a minute; the last answers are those given. */
async function afterRows(count: number, ...answers: Answer[]) {
  let clock = 0
  const minute = (): Promise<CreatePetOutcome> => {
    clock += 30_000
    return Promise.resolve(addedAs({ name: 'x', categoryId: id('1'), status: undefined }, 1))
  }
  const given: Answer[] = []
  const opened = await setUp({
    rows: waitingRows(100),
    answers: given,
    now: () => clock,
    sleep: async () => {
      clock += 300_000
    },
  })
  const said: (number | undefined)[] = []
  const queue = [...Array.from({ length: count }, () => minute), ...answers]
  given.shift = () => {
    said.push(opened.run.get().minutesLeft)
    const next = queue.shift()
    return typeof next === 'function' ? next() : next
  }
  return { ...opened, said }
}

describe('the time that is left', () => {
  test('is said once five rows were measured, while they are sent, and not when it is paused', async () => {
    const answer = held()
    const { run, said } = await afterRows(8, answer.promise)
    expect(run.get().minutesLeft).toBeUndefined()
    const all = run.resume()
    await vi.waitFor(() => expect(said).toHaveLength(9))
    // 95 rows of half a minute; then 94 and so on, which is not far off.
    expect(said).toEqual([undefined, undefined, undefined, undefined, undefined, 50, 50, 50, 45])
    run.pause('user')
    expect(run.get().minutesLeft).toBeUndefined()
    answer.resolve(lost)
    await all
    expect(run.get().minutesLeft).toBeUndefined()
  })

  test('expects further waits after a wait that the service asked for', async () => {
    const answer = held()
    const { run, said } = await afterRows(5, refused(429, 300), answer.promise)
    const all = run.resume()
    await vi.waitFor(() => expect(said).toHaveLength(7))
    // 95 rows of half a minute, and five minutes of waiting for each five of them.
    expect(said.slice(5)).toEqual([50, 150])
    run.pause('user')
    answer.resolve(lost)
    await all
  })

  test('is not said for unknown rows that are sent again', async () => {
    const answer = held()
    const { run, said } = await afterRows(6, lost, answer.promise)
    void run.resume()
    await vi.waitFor(() => expect(said).toHaveLength(8))
    run.pause('user')
    answer.resolve(lost)
    await vi.waitFor(() => expect(stateOf(run).phase).toBe('paused'))
    await run.sendAgain([6], NONE)
    expect(said.at(-1)).toBeUndefined()
  })
})

describe('sending', () => {
  test('goes row by row in the order of the file: intent on disk, request, response, outcome on disk', async () => {
    const { run, log } = await setUp({ rows: waitingRows(3) })
    expect(stateOf(run)).toEqual(paused('user'))
    await run.resume()
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    expect(log).toEqual(
      [0, 1, 2].flatMap((position) => [
        `${position} is sending on disk`,
        `Pet ${position} is sent`,
        `Pet ${position} is done`,
        `${position} is added on disk`,
      ]),
    )
  })

  test('sends the pet of each row', async () => {
    const rows = waitingRows(2)
    const sent: NewPet[] = []
    const run = createImportRunner({
      journal: { rows, append: () => Promise.resolve() },
      createPet: (newPet) => {
        sent.push(newPet)
        return Promise.resolve(lost)
      },
      describe: String,
      waitForKey: () => Promise.resolve(),
    })
    await run.resume()
    expect(sent).toEqual(rows.map(({ newPet }) => newPet))
  })

  test.each([
    ['added', 'added' as const, { kind: 'added', id: '901' }],
    ['added without an id', unreadable, { kind: 'added', id: undefined, message: 'InvalidResponseError' }],
    ['a lost response', lost, { kind: 'unknown', message: 'NetworkError' }],
    ['rejected with 400', refused(400), { kind: 'rejected', message: 'HttpError' }],
    ['rejected with 403', refused(403), { kind: 'rejected', message: 'HttpError' }],
    ['rejected with 404', refused(404), { kind: 'rejected', message: 'HttpError' }],
    ['rejected with 422', refused(422), { kind: 'rejected', message: 'HttpError' }],
  ])('%s: the outcome is in memory and on disk', async (_what, answer, outcome) => {
    const { run, calls, onDisk } = await setUp({ rows: waitingRows(1), answers: [answer] })
    await run.resume()
    expect(outcomesOf(run.get().rows)).toEqual([outcome])
    expect(await onDisk()).toEqual([outcome])
    expect(calls).toEqual(['Pet 0'])
    expect(stateOf(run)).toEqual({ phase: 'finished' })
  })

  test('skips rows that have an outcome or are invalid', async () => {
    const rows = [
      row(0, { kind: 'added', id: id('7') }),
      badRow(1),
      row(2, { kind: 'rejected', message: 'No.' }),
      row(3, UNKNOWN),
      row(4),
    ]
    const { run, calls } = await setUp({ rows })
    await run.resume()
    expect(calls).toEqual(['Pet 4'])
    expect(shown(run)).toEqual(['added', 'rejected', 'rejected', 'unknown', 'added'])
  })

  test('without waiting rows, is finished from the start', async () => {
    const { run, log } = await setUp({ rows: [badRow(0), row(1, UNKNOWN)] })
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    await run.resume()
    run.pause('user')
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    expect(log).toEqual([])
  })
})

describe('counts and progress', () => {
  test('invalid rows count as rejected, and not in the progress', async () => {
    const rows = [
      row(0),
      badRow(1),
      row(2, { kind: 'rejected', message: 'No.' }),
      row(3, UNKNOWN),
      row(4, { kind: 'added', id: undefined }),
      row(5),
    ]
    const { run } = await setUp({ rows })
    expect(run.get().counts).toEqual({ added: 1, rejected: 2, unknown: 1, waiting: 2 })
    expect(run.get().progress).toEqual({ done: 3, total: 5 })
    await run.resume()
    expect(run.get().counts).toEqual({ added: 3, rejected: 2, unknown: 1, waiting: 0 })
    expect(run.get().progress).toEqual({ done: 5, total: 5 })
  })

  test('a row being sent still counts as waiting', async () => {
    const { run, answer } = await startAndHold({ rows: waitingRows(2) })
    expect(shown(run)).toEqual(['sending', 'waiting'])
    expect(run.get().counts).toEqual({ added: 0, rejected: 0, unknown: 0, waiting: 2 })
    expect(run.get().progress).toEqual({ done: 0, total: 2 })
    answer(lost)
  })

  test('listeners are notified of every step, and the snapshot is the same object until something changes', async () => {
    const { run } = await setUp({ rows: waitingRows(2) })
    const steps: string[] = []
    const leave = run.subscribe(() => steps.push(`${stateOf(run).phase}: ${shown(run).join(' ')}`))
    expect(run.get()).toBe(run.get())
    await run.resume()
    expect(steps).toEqual([
      'running: waiting waiting',
      'running: sending waiting',
      'running: added waiting',
      'running: added sending',
      'running: added added',
      'finished: added added',
    ])
    leave()
    const before = run.get()
    await run.resume()
    expect(run.get()).toBe(before)
    expect(steps).toHaveLength(6)
  })
})

describe('pausing', () => {
  test('while a row is being sent awaits and records it, and sends none after it until resumed', async () => {
    const { run, calls, onDisk, answer, all } = await startAndHold({ rows: waitingRows(3) })
    run.pause('user')
    expect(stateOf(run)).toEqual({ phase: 'pausing', reason: 'user' })
    expect(shown(run)).toEqual(['sending', 'waiting', 'waiting'])
    answer(lost)
    await all
    expect(stateOf(run)).toEqual(paused('user'))
    expect(shown(run)).toEqual(['unknown', 'waiting', 'waiting'])
    expect(await onDisk()).toEqual(outcomesOf(run.get().rows))
    expect(calls).toEqual(['Pet 0'])
    await run.resume()
    expect(calls).toEqual(['Pet 0', 'Pet 1', 'Pet 2'])
    expect(shown(run)).toEqual(['unknown', 'added', 'added'])
  })

  test('before the intent is on disk sends nothing, and the row is waiting on disk, too', async () => {
    const written = Promise.withResolvers<void>()
    const { run, calls, onDisk } = await setUp({ rows: waitingRows(2), onWrite: () => written.promise })
    const first = run.resume()
    await settled()
    run.pause('user')
    written.resolve()
    await first
    expect(stateOf(run)).toEqual(paused('user'))
    expect(calls).toEqual([])
    expect(shown(run)).toEqual(['waiting', 'waiting'])
    expect(await onDisk()).toEqual([WAITING, WAITING])
    await run.resume()
    expect(calls).toEqual(['Pet 0', 'Pet 1'])
  })

  test('while pausing or paused keeps the first reason', async () => {
    const answer = held()
    const { run } = await setUp({ rows: waitingRows(2), answers: [answer.promise] })
    run.pause('offline')
    expect(stateOf(run)).toEqual(paused('user'))
    const all = run.resume()
    await settled()
    run.pause('offline')
    run.pause('user')
    answer.resolve(lost)
    await all
    expect(stateOf(run)).toEqual(paused('offline'))
    run.pause('user')
    expect(stateOf(run)).toEqual(paused('offline'))
  })

  test('while the third unknown row is being sent is the reason that stays', async () => {
    const answer = held()
    const { run } = await setUp({ rows: waitingRows(4), answers: [lost, lost, answer.promise] })
    const all = run.resume()
    await vi.waitFor(() => expect(shown(run)[2]).toBe('sending'))
    run.pause('user')
    answer.resolve(lost)
    await all
    expect(stateOf(run)).toEqual(paused('user'))
  })

  test('resuming while pausing sends nothing', async () => {
    const { run, calls, answer, all } = await startAndHold({ rows: waitingRows(2) })
    run.pause('user')
    await run.resume()
    answer(lost)
    await all
    expect(stateOf(run)).toEqual(paused('user'))
    expect(calls).toEqual(['Pet 0'])
  })
})

test('resuming twice at once and while running sends nothing twice', async () => {
  const { run, calls, answer, all } = await startAndHold({ rows: waitingRows(3) }, (runner) =>
    Promise.all([runner.resume(), runner.resume()]),
  )
  const again = run.resume()
  expect(calls).toEqual(['Pet 0'])
  answer(lost)
  await Promise.all([all, again])
  expect(calls).toEqual(['Pet 0', 'Pet 1', 'Pet 2'])
  await run.resume()
  expect(calls).toHaveLength(3)
})

describe('a busy service (429)', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([
    ['without Retry-After is waited for 5 s', undefined, 5],
    ['with 0 s is not waited for', 0, 0],
    ['with 2 s is waited for 2 s', 2, 2],
    ['with 300 s is waited for 300 s', 300, 300],
    ['with 301 s is waited for 300 s', 301, 300],
    ['with 30 years is waited for 300 s', 1e9, 300],
    ['with more than a number can hold is waited for 300 s', Infinity, 300],
  ])('%s, then the same row once more', async (_what, retryAfter, seconds) => {
    const { run, calls } = await setUp({ rows: waitingRows(2), answers: [refused(429, retryAfter)] })
    const all = run.resume()
    await settled()
    expect(calls).toEqual(['Pet 0'])
    expect(shown(run)).toEqual(['waiting', 'waiting'])
    expect(stateOf(run)).toEqual({ phase: 'running', waitingUntil: 1_000_000 + seconds * 1000 })
    if (seconds > 0) await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(calls).toEqual(['Pet 0'])
    await vi.advanceTimersByTimeAsync(1)
    await all
    expect(calls).toEqual(['Pet 0', 'Pet 0', 'Pet 1'])
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    expect(shown(run)).toEqual(['added', 'added'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is retried as long as it is busy, and `waitingUntil` is removed afterwards', async () => {
    const answers: Answer[] = [refused(429, 1), refused(429, 2)]
    const { run, calls } = await setUp({ rows: waitingRows(1), answers })
    const states: unknown[] = []
    run.subscribe(() => states.push(stateOf(run)))
    const all = run.resume()
    await vi.advanceTimersByTimeAsync(1000)
    expect(calls).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(2000)
    await all
    expect(calls).toEqual(['Pet 0', 'Pet 0', 'Pet 0'])
    expect(states).toContainEqual({ phase: 'running', waitingUntil: 1_003_000 })
    expect(states.slice(-3)).toEqual([{ phase: 'running' }, { phase: 'running' }, { phase: 'finished' }])
  })

  test.each(['user', 'offline'] as const)(
    'is no longer waited for once the import is paused (%s), and nothing is sent until it is resumed',
    async (reason) => {
      const { run, calls, onDisk } = await setUp({ rows: waitingRows(2), answers: [refused(429, 300)] })
      const first = run.resume()
      await settled()
      run.pause(reason)
      await first
      expect(stateOf(run)).toEqual(paused(reason))
      expect(calls).toEqual(['Pet 0'])
      expect(await onDisk()).toEqual([WAITING, WAITING])
      expect(vi.getTimerCount()).toBe(0)
      await run.resume()
      expect(calls).toEqual(['Pet 0', 'Pet 0', 'Pet 1'])
    },
  )

  test('is not waited for when the import was paused while the row was being sent', async () => {
    const { run, calls, answer } = await startAndHold({ rows: waitingRows(2) })
    run.pause('user')
    answer(refused(429, 300))
    await settled()
    expect(stateOf(run)).toEqual(paused('user'))
    expect(calls).toEqual(['Pet 0'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is waited for again after a pause that ended an earlier wait', async () => {
    const answers: Answer[] = [refused(429, 300), refused(429, 2)]
    const { run, calls } = await setUp({ rows: waitingRows(1), answers })
    const first = run.resume()
    await settled()
    run.pause('user')
    await first
    const second = run.resume()
    await settled()
    expect(stateOf(run)).toMatchObject({ phase: 'running', waitingUntil: 1_002_000 })
    await vi.advanceTimersByTimeAsync(1999)
    expect(calls).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    await second
    expect(calls).toHaveLength(3)
  })
})

describe('an invalid key (401)', () => {
  test('pauses until there is a valid key, and continues with the same row', async () => {
    const key = Promise.withResolvers<void>()
    const waitForKey = vi.fn<() => Promise<void>>(() => key.promise)
    const answers: Answer[] = ['added', refused(401)]
    const { run, calls, onDisk } = await setUp({ rows: waitingRows(3), answers, waitForKey })
    const all = run.resume()
    await settled()
    expect(stateOf(run)).toEqual(paused('key'))
    expect(shown(run)).toEqual(['added', 'waiting', 'waiting'])
    expect(await onDisk()).toEqual(outcomesOf(run.get().rows))
    expect(calls).toEqual(['Pet 0', 'Pet 1'])
    key.resolve()
    await all
    expect(calls).toEqual(['Pet 0', 'Pet 1', 'Pet 1', 'Pet 2'])
    expect(waitForKey).toHaveBeenCalledOnce()
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    expect(shown(run)).toEqual(['added', 'added', 'added'])
  })

  test('leaves the import paused when the prompt is dismissed; resuming continues with the same row', async () => {
    const { run, calls, onDisk } = await setUp({
      rows: waitingRows(2),
      answers: [refused(401)],
      waitForKey: dismissPrompt,
    })
    await run.resume()
    expect(stateOf(run)).toEqual(paused('key'))
    expect(calls).toEqual(['Pet 0'])
    expect(await onDisk()).toEqual([WAITING, WAITING])
    await run.resume()
    expect(calls).toEqual(['Pet 0', 'Pet 0', 'Pet 1'])
    expect(stateOf(run)).toEqual({ phase: 'finished' })
  })

  test('resuming during the prompt for the key sends nothing', async () => {
    const key = Promise.withResolvers<void>()
    const answers: Answer[] = [refused(401)]
    const { run, calls } = await setUp({ rows: waitingRows(1), answers, waitForKey: () => key.promise })
    const all = run.resume()
    await settled()
    await run.resume()
    expect(calls).toEqual(['Pet 0'])
    key.resolve()
    await all
    expect(calls).toEqual(['Pet 0', 'Pet 0'])
  })

  test('while pausing: there is no prompt, and the row is waiting', async () => {
    const waitForKey = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const { run, onDisk, answer, all } = await startAndHold({ rows: waitingRows(1), waitForKey })
    run.pause('user')
    answer(refused(401))
    await all
    expect(stateOf(run)).toEqual(paused('user'))
    expect(waitForKey).not.toHaveBeenCalled()
    expect(await onDisk()).toEqual([WAITING])
  })

  test('several times prompts several times, and never skips the row', async () => {
    const waitForKey = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const answers: Answer[] = [refused(401), refused(401), refused(401)]
    const { run, calls } = await setUp({ rows: waitingRows(1), answers, waitForKey })
    await run.resume()
    expect(waitForKey).toHaveBeenCalledTimes(3)
    expect(calls).toEqual(['Pet 0', 'Pet 0', 'Pet 0', 'Pet 0'])
    expect(shown(run)).toEqual(['added'])
  })
})

describe('while the page is being left', () => {
  const failed: CreatePetOutcome = { kind: 'unknown', error: new HttpError('POST /pets', 503, undefined) }

  test.each<[what: string, answers: Answer[], sent: number]>([
    ['the first row that is cut off is the last one that is sent', [lost], 1],
    ['also when rows were answered since', ['added', 'added', lost], 3],
    ['an answer means that the page is still there', ['added', failed, unreadable], 5],
  ])('%s', async (_what, answers, sent) => {
    let attempts = 0
    const { run, calls } = await setUp({
      rows: waitingRows(5),
      answers,
      leaveAttempts: () => attempts,
      onWrite: () => {
        attempts = 1
      },
    })
    await run.resume()
    expect(calls).toHaveLength(sent)
    expect(stateOf(run)).toEqual(sent === 5 ? { phase: 'finished' } : paused('leaving'))
    await run.resume()
    expect(new Set(calls).size).toBe(5)
    expect(calls).toHaveLength(5)
  })
})

describe('unknown rows in a row', () => {
  const ANSWERS: Record<string, Answer> = { u: lost, a: 'added', w: unreadable, r: refused(400) }

  test.each([
    ['uuu', 3, 'three in a row'],
    ['auuu', 4, 'three in a row, not the first'],
    ['uuauuu', 6, 'an added one in between'],
    ['uuwuuu', 6, 'one added without an id in between'],
    ['uuruuu', 6, 'a rejected one in between'],
    ['uauauauuu', 9, 'others in between, several times'],
  ])('%s pauses after %i calls: %s', async (script, sent) => {
    const answers = Array.from(script, (letter) => ANSWERS[letter] ?? 'added')
    const { run, calls } = await setUp({ rows: waitingRows(12), answers })
    await run.resume()
    expect(stateOf(run)).toEqual(paused('consecutive-unknown'))
    expect(calls).toHaveLength(sent)
    await run.resume()
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    expect(calls).toHaveLength(12)
    expect(new Set(calls).size).toBe(12)
  })

  test('are counted from 0 after resuming', async () => {
    const answers = Array.from('uuuuuauuu', (letter) => ANSWERS[letter] ?? 'added')
    const { run, calls } = await setUp({ rows: waitingRows(9), answers })
    await run.resume()
    expect(calls).toHaveLength(3)
    await run.resume()
    expect(calls).toHaveLength(9)
  })

  test('at the end of the file: nothing is left to send', async () => {
    const { run, calls } = await setUp({ rows: waitingRows(3), answers: [lost, lost, lost] })
    await run.resume()
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    await run.resume()
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    expect(calls).toHaveLength(3)
  })
})

const diskFull = () => new DOMException('The quota has been exceeded.', 'QuotaExceededError')

/** Writes fail by number, from 1. */
function failing(...numbers: number[]) {
  let count = 0
  return () => {
    count += 1
    if (numbers.includes(count)) throw diskFull()
  }
}

describe('a record that cannot be written', () => {
  test('before the first row pauses without a request, and resuming works once there is space', async () => {
    const { run, calls, log } = await setUp({ rows: waitingRows(2), onWrite: failing(1, 2) })
    await run.resume()
    expect(stateOf(run)).toEqual(paused('storage'))
    expect(calls).toEqual([])
    expect(log).toEqual([])
    expect(shown(run)).toEqual(['waiting', 'waiting'])
    await run.resume()
    expect(stateOf(run)).toEqual(paused('storage'))
    await run.resume()
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    expect(calls).toEqual(['Pet 0', 'Pet 1'])
  })

  test('in the middle pauses before the next row, and the outcome is written first once there is space', async () => {
    const { run, calls, log, onDisk } = await setUp({ rows: waitingRows(2), onWrite: failing(2) })
    await run.resume()
    expect(stateOf(run)).toEqual(paused('storage'))
    expect(calls).toEqual(['Pet 0'])
    expect(shown(run)).toEqual(['added', 'waiting'])
    // As after a crash: sending, so that no tab takes it for waiting.
    expect((await onDisk()).map(({ kind }) => kind)).toEqual(['sending', 'waiting'])
    await run.resume()
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    expect(calls).toEqual(['Pet 0', 'Pet 1'])
    expect(log.slice(3, 6)).toEqual(['0 is added on disk', '1 is sending on disk', 'Pet 1 is sent'])
    expect(await onDisk()).toEqual(outcomesOf(run.get().rows))
  })

  test('after the last row is paused, not finished, until the outcome is on disk', async () => {
    const { run, calls, onDisk } = await setUp({ rows: waitingRows(1), onWrite: failing(2) })
    await run.resume()
    expect(stateOf(run)).toEqual(paused('storage'))
    expect((await onDisk()).map(({ kind }) => kind)).toEqual(['sending'])
    await run.resume()
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    expect(await onDisk()).toEqual([{ kind: 'added', id: '901' }])
    expect(calls).toEqual(['Pet 0'])
  })

  test('while pausing is the reason that is shown', async () => {
    const { run, onDisk, answer, all } = await startAndHold({ rows: waitingRows(2), onWrite: failing(2) })
    run.pause('user')
    answer(lost)
    await all
    expect(stateOf(run)).toEqual(paused('storage'))
    await run.resume()
    expect((await onDisk()).map(({ kind }) => kind)).toEqual(['unknown', 'added'])
  })

  test('when the app was closed in between, the row is unknown: nothing is sent twice', async () => {
    const { run, onDisk } = await setUp({ rows: waitingRows(2), onWrite: failing(2) })
    await run.resume()
    const again = await setUp({
      rows: (await onDisk()).map((outcome, position) => row(position, outcome)),
    })
    expect(shown(again.run)).toEqual(['unknown', 'waiting'])
    await again.run.resume()
    expect(again.calls).toEqual(['Pet 1'])
  })
})

describe('after a crash', () => {
  test('a row that was sending is unknown, also on disk, and is never sent again automatically', async () => {
    const rows = rowsOf({ kind: 'added', id: id('7') }, { kind: 'sending', at: 5000 }, WAITING)
    const { run, log, calls, onDisk } = await setUp({ rows, now: () => 9000 })
    // Its request may still arrive.
    const crashed = { kind: 'unknown', message: CRASHED_MESSAGE, givenUpAt: 9000 }
    expect(stateOf(run)).toEqual(paused('user'))
    expect(run.get().counts).toEqual({ added: 1, rejected: 0, unknown: 1, waiting: 1 })
    expect(outcomesOf(run.get().rows)[1]).toEqual(crashed)
    await run.resume()
    expect(log.slice(0, 3)).toEqual(['1 is unknown on disk', '2 is sending on disk', 'Pet 2 is sent'])
    expect(calls).toEqual(['Pet 2'])
    expect((await onDisk())[1]).toEqual(crashed)
    await run.resume()
    expect(calls).toEqual(['Pet 2'])
  })

  test('when a row was sent is on disk before its request; an older version did not write it', async () => {
    const { onDisk, answer, all } = await startAndHold({ rows: waitingRows(1), now: () => 7000 })
    expect(await onDisk()).toEqual([{ kind: 'sending', at: 7000 }])
    answer(lost)
    await all
    const { run } = await setUp({ rows: rowsOf({ kind: 'sending' }), now: () => 9000 })
    expect(outcomesOf(run.get().rows)[0]).toMatchObject({ givenUpAt: 9000 })
  })

  test('a row may not arrive for longer than a minute because the clock was ahead when it was given up', async () => {
    const rows = rowsOf({ kind: 'unknown', message: '', givenUpAt: 99_000 })
    const { run, onDisk } = await setUp({ rows, now: () => 9000 })
    expect(outcomesOf(run.get().rows)).toEqual([{ kind: 'unknown', message: '', givenUpAt: 9000 }])
    await run.markAdded(new Map())
    expect(await onDisk()).toEqual(outcomesOf(run.get().rows))
  })

  test('during the last row, nothing is left to send, and the user can resolve it', async () => {
    const { run, calls, onDisk } = await setUp({ rows: rowsOf({ kind: 'sending' }) })
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    await run.resume()
    expect(calls).toEqual([])
    await run.markAdded(new Map([[0, id('7')]]))
    expect(await onDisk()).toEqual([{ kind: 'added', id: '7' }])
  })

  test('the order of the file and earlier outcomes stay', async () => {
    const outcomes: RowOutcome[] = [{ kind: 'sending' }, WAITING, { kind: 'added', id: id('7') }, WAITING]
    const { run, calls, onDisk } = await setUp({ rows: rowsOf(...outcomes) })
    await run.resume()
    expect(calls).toEqual(['Pet 1', 'Pet 3'])
    expect((await onDisk())[2]).toEqual({ kind: 'added', id: '7' })
  })
})

describe('unknown rows that the user resolves', () => {
  const EVERY_KIND = [
    { kind: 'added', id: id('7') },
    { kind: 'added', id: undefined, message: 'no id' },
    { kind: 'rejected', message: 'No.' },
    WAITING,
    UNKNOWN,
  ] satisfies RowOutcome[]
  const ALL = [-1, 0, 1, 2, 3, 4, 5, 99]

  test('sending again sends these unknown rows and no others, then pauses', async () => {
    const { run, calls, onDisk } = await setUp({ rows: [...rowsOf(...EVERY_KIND, UNKNOWN), badRow(6)] })
    await run.sendAgain([-1, 0, 1, 2, 3, 4, 6, 99], NONE)
    expect(calls).toEqual(['Pet 4'])
    expect(shown(run)).toEqual(['added', 'added', 'rejected', 'waiting', 'added', 'unknown', 'rejected'])
    expect(await onDisk()).toEqual(outcomesOf(run.get().rows))
    expect(stateOf(run)).toEqual(paused('user'))
    await run.resume()
    expect(calls).toEqual(['Pet 4', 'Pet 3'])
  })

  test('only unknown rows can be marked as added', async () => {
    const { run, onDisk } = await setUp({ rows: [...rowsOf(...EVERY_KIND), badRow(5)] })
    await run.markAdded(new Map(ALL.map((position) => [position, id('8')])))
    const outcomes = await onDisk()
    expect(outcomes.slice(0, 4)).toEqual(EVERY_KIND.slice(0, 4))
    expect(outcomes[4]).toEqual({ kind: 'added', id: '8' })
    expect(outcomes[5]?.kind).toBe('rejected')
    expect(outcomesOf(run.get().rows)).toEqual(outcomes)
  })

  test('a row can be marked as added without a pet, and listeners are told', async () => {
    const { run, onDisk } = await setUp({ rows: rowsOf(UNKNOWN, UNKNOWN) })
    expect(run.get().counts).toEqual({ added: 0, rejected: 0, unknown: 2, waiting: 0 })
    const listener = vi.fn<() => void>()
    run.subscribe(listener)
    await run.markAdded(new Map([[1, undefined]]))
    expect(await onDisk()).toEqual([UNKNOWN, { kind: 'added', id: undefined }])
    expect(run.get().counts).toEqual({ added: 1, rejected: 0, unknown: 1, waiting: 0 })
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('a finished import sends a row again once, and is finished again', async () => {
    const { run, calls } = await setUp({ rows: rowsOf({ kind: 'added', id: id('7') }, UNKNOWN, UNKNOWN) })
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    await Promise.all([run.sendAgain([2], NONE), run.sendAgain([2], NONE), run.sendAgain([1], NONE)])
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    expect(calls).toEqual(['Pet 2'])
    expect(shown(run)).toEqual(['added', 'unknown', 'added'])
  })

  test('rows are sent again one at a time, in the given order', async () => {
    const { run, calls, log, answer, all } = await startAndHold(
      { rows: rowsOf(UNKNOWN, UNKNOWN, WAITING) },
      (runner) => runner.sendAgain([0, 1], NONE),
    )
    expect(log).toEqual(['0 is sending on disk', 'Pet 0 is sent'])
    expect(shown(run)).toEqual(['sending', 'unknown', 'waiting'])
    answer(refused(400))
    await all
    expect(calls).toEqual(['Pet 0', 'Pet 1'])
    // A rejected second request says nothing about the first.
    expect(shown(run)).toEqual(['unknown', 'added', 'waiting'])
  })

  test('pausing while they are sent again leaves the rest unknown', async () => {
    const { run, calls, onDisk, answer, all } = await startAndHold(
      { rows: rowsOf(UNKNOWN, UNKNOWN, WAITING) },
      (runner) => runner.sendAgain([0, 1], NONE),
    )
    run.pause('user')
    answer(lost)
    await all
    expect(stateOf(run)).toEqual(paused('user'))
    expect((await onDisk()).map(({ kind }) => kind)).toEqual(['unknown', 'unknown', 'waiting'])
    await run.resume()
    expect(calls).toEqual(['Pet 0', 'Pet 2'])
  })

  test.each([
    ['401, signed in again', refused(401), () => Promise.resolve(), ['Pet 0', 'Pet 0'], 'added'],
    ['401, prompt dismissed', refused(401), dismissPrompt, ['Pet 0'], 'unknown'],
    ['429', refused(429), undefined, ['Pet 0', 'Pet 0'], 'added'],
  ] as const)(
    'a second request that was not processed says nothing about the first: %s',
    async (_what, answer, waitForKey, expected, outcome) => {
      const { run, calls, log, onDisk } = await setUp({
        rows: rowsOf(UNKNOWN, { kind: 'added', id: id('7') }),
        answers: [answer],
        sleep: () => Promise.resolve(),
        ...(waitForKey === undefined ? {} : { waitForKey }),
      })
      await run.sendAgain([0], NONE)
      expect(calls).toEqual(expected)
      expect(log.slice(0, 4)).toEqual([
        '0 is sending on disk',
        'Pet 0 is sent',
        'Pet 0 is done',
        '0 is unknown on disk',
      ])
      expect((await onDisk())[0]?.kind).toBe(outcome)
      expect(stateOf(run)).toEqual({ phase: 'finished' })
    },
  )

  test('three that are unknown again pause before the fourth', async () => {
    const { run, calls } = await setUp({
      rows: rowsOf(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, WAITING),
      answers: [lost, lost, lost],
    })
    await run.sendAgain([0, 1, 2, 3], NONE)
    expect(calls).toEqual(['Pet 0', 'Pet 1', 'Pet 2'])
    expect(stateOf(run)).toEqual(paused('consecutive-unknown'))
  })

  test('a finished import stays finished when there is nothing to resolve or to send', async () => {
    const { run, log } = await setUp({ rows: rowsOf({ kind: 'added', id: id('7') }, UNKNOWN) })
    await run.sendAgain([], NONE)
    await run.sendAgain([0], NONE)
    expect(log).toEqual([])
    await run.markAdded(new Map([[1, undefined]]))
    expect(stateOf(run)).toEqual({ phase: 'finished' })
  })

  test('while other rows are sent, nothing is sent again, and the row being sent is not touched', async () => {
    const rows = rowsOf(UNKNOWN, WAITING, WAITING)
    const { run, calls, onDisk, answer, all } = await startAndHold({ rows })
    expect(shown(run)).toEqual(['unknown', 'sending', 'waiting'])
    await run.sendAgain([0, 1], NONE)
    await run.markAdded(new Map([[1, id('8')]]))
    expect(shown(run)).toEqual(['unknown', 'sending', 'waiting'])
    answer(refused(400))
    await all
    expect(calls).toEqual(['Pet 1', 'Pet 2'])
    expect(shown(run)).toEqual(['unknown', 'rejected', 'added'])
    expect(await onDisk()).toEqual(outcomesOf(run.get().rows))
  })

  test('a resolution that could not be written is written before the next row is sent', async () => {
    let isFull = true
    const onWrite = () => {
      if (isFull) throw diskFull()
    }
    const { run, calls, log } = await setUp({ rows: rowsOf(UNKNOWN, UNKNOWN, WAITING), onWrite })
    await run.markAdded(new Map([[0, id('7')]]))
    expect(log).toEqual([])
    await run.resume()
    expect(stateOf(run)).toEqual(paused('storage'))
    expect(calls).toEqual([])
    isFull = false
    await run.resume()
    expect(log.slice(0, 3)).toEqual(['0 is added on disk', '2 is sending on disk', 'Pet 2 is sent'])
  })

  test('a resolution is not lost when its write fails and another one succeeds', async () => {
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const gates = [first.promise, second.promise]
    const { run, onDisk } = await setUp({
      rows: rowsOf(UNKNOWN, WAITING),
      onWrite: () => gates.shift() ?? Promise.resolve(),
    })
    const all = run.resume()
    await settled()
    const decided = run.markAdded(new Map([[0, id('7')]]))
    first.resolve()
    second.reject(diskFull())
    await Promise.all([all, decided])
    expect(shown(run)).toEqual(['added', 'added'])
    expect(await onDisk()).toEqual(outcomesOf(run.get().rows))
  })
})

describe('the record on disk and the state', () => {
  test('a row that waits for a busy service is waiting on disk, too, in case of a crash', async () => {
    const wait = Promise.withResolvers<void>()
    const { run, onDisk } = await setUp({
      rows: waitingRows(1),
      answers: [refused(429, 60)],
      sleep: () => wait.promise,
    })
    const all = run.resume()
    await settled()
    expect((await onDisk()).map(({ kind }) => kind)).toEqual(['waiting'])
    wait.resolve()
    await all
  })

  test('a 429 between unknown rows does not reset their count', async () => {
    const { run, calls } = await setUp({
      rows: waitingRows(4),
      answers: [lost, lost, refused(429), lost],
      sleep: () => Promise.resolve(),
    })
    await run.resume()
    expect(stateOf(run)).toEqual(paused('consecutive-unknown'))
    expect(calls).toEqual(['Pet 0', 'Pet 1', 'Pet 2', 'Pet 2'])
  })

  test('a resolution that cannot be written pauses, and is written by resuming', async () => {
    let isFull = false
    const { run, onDisk } = await setUp({
      rows: waitingRows(1),
      answers: [lost],
      onWrite: () => {
        if (isFull) throw new Error('full')
      },
    })
    await run.resume()
    isFull = true
    await run.markAdded(new Map([[0, undefined]]))
    expect(stateOf(run)).toEqual(paused('storage'))
    isFull = false
    await run.resume()
    expect(stateOf(run)).toEqual({ phase: 'finished' })
    expect((await onDisk()).map(({ kind }) => kind)).toEqual(['added'])
  })
})

const unavailable = (retryAfter?: number): CreatePetOutcome => ({
  kind: 'unknown',
  error: new HttpError('POST /pets', 503, undefined, retryAfter),
})

describe('a 5xx with Retry-After', () => {
  test.each([
    ['7 seconds', 7, ['unknown on disk, waits 7000']],
    ['a day', 86_400, ['unknown on disk, waits 300000']],
    ['nothing readable', undefined, []],
  ])('leaves its row unknown and holds the next one back: %s', async (_what, retryAfter, expected) => {
    const waits: string[] = []
    const { run, calls, onDisk } = await setUp({
      rows: waitingRows(2),
      answers: [unavailable(retryAfter)],
      sleep: async (milliseconds) => {
        expect(stateOf(run)).toEqual({ phase: 'running', waitingUntil: expect.any(Number) as number })
        // In case of a crash during the wait.
        waits.push(`${(await onDisk())[0]?.kind} on disk, waits ${milliseconds}`)
      },
    })
    await run.resume()
    expect(waits).toEqual(expected)
    expect(calls).toEqual(['Pet 0', 'Pet 1'])
    expect(shown(run)).toEqual(['unknown', 'added'])
  })

  test.each([400, 422])('a refusal with %i holds nothing back, whatever it says', async (status) => {
    const sleep = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const { run, calls } = await setUp({ rows: waitingRows(2), answers: [refused(status, 7)], sleep })
    await run.resume()
    expect(sleep).not.toHaveBeenCalled()
    expect(calls).toEqual(['Pet 0', 'Pet 1'])
    expect(shown(run)).toEqual(['rejected', 'added'])
  })

  test('does not delay after the last row, nor when three unknown rows pause it anyway', async () => {
    const sleep = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const last = await setUp({ rows: waitingRows(1), answers: [unavailable(7)], sleep })
    await last.run.resume()
    expect(stateOf(last.run)).toEqual({ phase: 'finished' })
    const three = await setUp({
      rows: waitingRows(4),
      answers: [lost, lost, unavailable(7)],
      sleep,
    })
    await three.run.resume()
    expect(stateOf(three.run)).toEqual(paused('consecutive-unknown'))
    expect(sleep).not.toHaveBeenCalled()
  })
})

describe('a run that is stopped', () => {
  test('records the row being sent, and then neither sends nor records', async () => {
    const { run, calls, log, answer, all } = await startAndHold({ rows: rowsOf(UNKNOWN, WAITING, WAITING) })
    const seen: string[] = []
    const stopping = run.stop().finally(() => seen.push('stopped'))
    await settled()
    expect(seen).toEqual([])
    answer(lost)
    await Promise.all([all, stopping])
    expect(log.at(-1)).toBe('1 is unknown on disk')
    const before = log.length
    await Promise.all([run.resume(), run.sendAgain([0], NONE), run.markAdded(new Map([[0, id('7')]]))])
    expect(calls).toEqual(['Pet 1'])
    expect(log).toHaveLength(before)
  })

  test('no longer waits for a key', async () => {
    const { run, calls } = await setUp({
      rows: waitingRows(2),
      answers: [refused(401)],
      waitForKey: (signal) =>
        new Promise((resolve) => {
          // The user signs in at the same moment.
          signal.addEventListener('abort', () => resolve())
        }),
    })
    const all = run.resume()
    await settled()
    expect(stateOf(run)).toEqual(paused('key'))
    await Promise.all([all, run.stop()])
    expect(calls).toEqual(['Pet 0'])
    expect(stateOf(run)).toEqual(paused('key'))
  })
})

test('a resolution whose write fails late does not start a second loop for the same rows', async () => {
  const writes: PromiseWithResolvers<void>[] = []
  let written: Promise<unknown> = Promise.resolve()
  const { run, calls } = await setUp({
    rows: rowsOf(UNKNOWN, WAITING, WAITING),
    // Like the real journal, one write at a time.
    onWrite: () => {
      const mine = Promise.withResolvers<void>()
      writes.push(mine)
      const write = Promise.allSettled([written]).then(() => mine.promise)
      written = write
      return write
    },
  })
  const marking = run.markAdded(new Map([[0, id('7')]]))
  const first = run.resume()
  await settled()
  run.pause('user')
  writes[0]?.reject(new Error('no room'))
  await marking
  const second = run.resume()
  for (let index = 1; index < 12; index++) {
    await settled()
    writes[index]?.resolve()
  }
  await Promise.all([first, second])
  expect(calls).toEqual([...new Set(calls)])
})

test('a row that is marked as added before its request is made is not sent', async () => {
  const { run, calls, onDisk } = await setUp({ rows: rowsOf(UNKNOWN) })
  const sending = run.sendAgain([0], NONE)
  await run.markAdded(new Map([[0, id('7')]]))
  await sending
  expect(calls).toEqual([])
  expect(await onDisk()).toEqual([{ kind: 'added', id: '7' }])
})
