/** What of a click decides; not the event itself, which would keep its element in memory. */
export type Click = Pick<MouseEvent, 'detail' | 'timeStamp' | 'clientX' | 'clientY'>

/** The longest time between the clicks of a double click on common systems, and how far the pointer may move. */
const DOUBLE_CLICK_MS = 500
const DOUBLE_CLICK_PX = 8

/**
 * Whether this is the second click of a double click, which may hit something that has replaced what the first one hit.
 * Browsers count it (`detail`), but Firefox starts again with another element. Keys (`detail` 0) may be as fast as they like.
 */
export function isSecondClick(
  click: Click,
  last: Click | undefined,
  isFirefox = 'mozInputSource' in MouseEvent.prototype,
): boolean {
  if (click.detail !== 1 || last === undefined || !isFirefox) return click.detail > 1
  const distance = Math.abs(click.clientX - last.clientX) + Math.abs(click.clientY - last.clientY)
  return click.timeStamp - last.timeStamp < DOUBLE_CLICK_MS && distance < DOUBLE_CLICK_PX
}
