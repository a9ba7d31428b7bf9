/** What somebody may do next. Fields are looked at before anything else hears of it. */
const EVENTS = ['pointerdown', 'keydown', 'input', 'click', 'submit'] as const

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Lets the app hear of text fields that were filled without an event, as a password manager, an
 * extension or a restored form may do. What a field shows counts, and React would write over it.
 *
 * @returns how to stop
 */
export function announceFilledFields(): () => void {
  let isAnnouncing = false
  const announceAll = (event: Event) => {
    if (isAnnouncing) return
    isAnnouncing = true
    // All texts first: React writes over the others as soon as it hears of one.
    for (const [field, text] of filledFields(event)) announce(field, text)
    isAnnouncing = false
  }
  for (const type of EVENTS) document.addEventListener(type, announceAll, true)
  return () => {
    for (const type of EVENTS) document.removeEventListener(type, announceAll, true)
  }
}

/** Returns the fields whose text React does not know, with their texts, but not the one that an event is about to announce. */
function filledFields({ type, target }: Event): readonly (readonly [Field, string])[] {
  // React keeps the attribute equal to the value that it knows. A field without one is read from the page.
  const fields = document.querySelectorAll<Field>('input[value], textarea')
  return [...fields]
    .filter((field) => field.value !== field.defaultValue && !(type === 'input' && field === target))
    .map((field) => [field, field.value] as const)
}

/** React ignores an event after which a field has the value that was last assigned to it; what a range gets is not assigned. */
function announce(field: Field, text: string): void {
  field.value = field.defaultValue
  field.setRangeText(text, 0, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }))
}
