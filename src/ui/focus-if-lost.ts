/** A ref of the button that stands where the one that had the focus was. */
export function focusIfLost(button: HTMLElement | null): void {
  if (document.activeElement === document.body) button?.focus();
}
