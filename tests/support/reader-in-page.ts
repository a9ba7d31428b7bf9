import { answerReadRequest, type ReadRequest } from '#src/spreadsheet/answer-read-request.ts'

/** Stands in for the worker that reads spreadsheets. tests/browser has the real one. */
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
