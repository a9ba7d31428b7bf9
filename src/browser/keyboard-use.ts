/** Is `true` once somebody pressed a key that no on-screen keyboard has pressed. */
let hasPressedKey = false

/** Notes a key that was pressed outside of text fields, where no on-screen keyboard is open. */
export function notePressedKey(): void {
  hasPressedKey = true
}

/** Says whether there seems to be a keyboard. Most devices with a mouse have one. */
export function hasKeyboard(): boolean {
  return hasPressedKey || window.matchMedia('(hover: hover) and (pointer: fine)').matches
}
