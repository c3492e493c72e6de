/**
 * What somebody does on a page before its script is there is not lost: what was typed, where the focus is, and
 * that a form was sent.
 */
export interface Typed {
  /** Puts it all into the page that has taken the place of the first. */
  giveBack(root: HTMLElement): void;
}

export function keepTyped(root: HTMLElement): Typed {
  const over = new AbortController();
  const first = [...root.querySelectorAll('input')];
  let focused = document.activeElement;
  let sent = false;
  const listen = { capture: true, signal: over.signal };
  document.addEventListener(
    'focusin',
    () => {
      focused = document.activeElement;
    },
    listen,
  );
  document.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      sent = true;
    },
    listen,
  );
  return {
    giveBack(next) {
      over.abort();
      for (const old of first) give(old, next, old === focused);
      if (sent) next.querySelector('form')?.requestSubmit();
    },
  };
}

function give(old: HTMLInputElement, next: HTMLElement, isFocused: boolean): void {
  const input = next.querySelector<HTMLInputElement>(`input[name="${CSS.escape(old.name)}"]`);
  if (old.value !== '' && input !== null) input.value = old.value;
  if (isFocused) input?.focus();
}
