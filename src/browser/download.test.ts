// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { downloadCsv } from './download.ts'

test('The data of a download is kept for a minute, for browsers that read it late', () => {
  vi.useFakeTimers()
  // jsdom has neither of these functions, and does not follow links.
  const revoke = vi.fn<(url: string) => void>()
  Object.assign(URL, { createObjectURL: () => 'blob:report', revokeObjectURL: revoke })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)

  downloadCsv('report.csv', 'id,name')

  expect(clicked).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(59_000)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:report')
  vi.useRealTimers()
})
