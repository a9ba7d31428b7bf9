const TEXT_FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, select'

/** Returns whether keys go into this element while it has the focus. */
export function isTextField(element: Element): boolean {
  return element.matches(TEXT_FIELDS)
}

/** Returns whether keys that are pressed now go into a field that can be seen. */
export function isTypingInField(): boolean {
  const { activeElement } = document
  return activeElement !== null && isTextField(activeElement) && activeElement.closest('[hidden]') === null
}
