/**
 * Says whether a text is selected. It is about to be copied, so a press on what is around it leads
 * nowhere.
 */
export function isTextSelected(): boolean {
  return getSelection()?.isCollapsed === false
}
