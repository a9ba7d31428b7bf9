const TEXT_FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, select'

/** Returns whether keys that are pressed now go into a field that can be seen. */
export function isTypingInField(): boolean {
  const { activeElement } = document
  return activeElement?.matches(TEXT_FIELDS) === true && activeElement.closest('[hidden]') === null
}
