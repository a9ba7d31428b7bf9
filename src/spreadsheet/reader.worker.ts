// This runs in a worker of its own, so that the page never stands still, whatever the file is.
import { answerReadRequest, type ReadRequest } from './answer-read-request.ts'

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  // The page hears of an error that is reported, and not of a rejected promise.
  answerReadRequest(data, (answer) => postMessage(answer)).catch(reportError)
})
