import { answerReadRequest, type ReadRequest } from '#src/spreadsheet/answer-read-request.ts'

/**
 * Takes the place of the worker that reads spreadsheets. The tests in tests/browser have the real
 * one.
 */
export class ReaderInPage extends EventTarget {
  #isTerminated = false

  postMessage(request: ReadRequest): void {
    void answerReadRequest(request, (data) => {
      if (!this.#isTerminated) this.dispatchEvent(new MessageEvent('message', { data }))
    })
  }

  terminate(): void {
    this.#isTerminated = true
  }
}
