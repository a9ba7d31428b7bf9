/**
 * The events with which somebody may go on. We look at the fields before anything else hears of
 * such an event.
 */
const EVENTS = ['pointerdown', 'keydown', 'input', 'click', 'submit'] as const

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Tells the app about text fields that were filled without an event, as a password manager, an
 * extension or a restored form may do. The text in the field counts, and React would write over it.
 *
 * @returns a function that stops this
 */
export function announceFilledFields(): () => void {
  let isAnnouncing = false
  const announceAll = (event: Event) => {
    if (isAnnouncing) return
    isAnnouncing = true
    // All texts are read first, because React writes over the others as soon as it hears of one.
    for (const [field, text] of filledFields(event)) announce(field, text)
    isAnnouncing = false
  }
  for (const type of EVENTS) document.addEventListener(type, announceAll, true)
  return () => {
    for (const type of EVENTS) document.removeEventListener(type, announceAll, true)
  }
}

/**
 * Returns the fields whose text React does not know, with their texts, but not the one that an
 * event is about to announce.
 */
function filledFields({ type, target }: Event): readonly (readonly [Field, string])[] {
  // React keeps the attribute equal to the value that it knows. A field without one is read from
  // the page.
  const fields = document.querySelectorAll<Field>('input[value], textarea')
  return [...fields]
    .filter((field) => field.value !== field.defaultValue && !(type === 'input' && field === target))
    .map((field) => [field, field.value] as const)
}

/**
 * Tells React that a field has a new text. React ignores an event after which the field has the
 * value that was last assigned to it, so the text is put in with `setRangeText`, which assigns
 * nothing.
 */
function announce(field: Field, text: string): void {
  field.value = field.defaultValue
  field.setRangeText(text, 0, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }))
}
