/**
 * Whether somebody is in the middle of something on this page: text was typed into a form, or a dialog is
 * open. Searches and filters, which are no form's, are no work to lose.
 *
 * @param over ends the watch
 * @returns asks
 */
export function watchWriting(over: AbortSignal): () => boolean {
  const written = new Set<HTMLInputElement | HTMLTextAreaElement>();
  const note = ({ target }: Event) => {
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isText && target.form !== null) written.add(target);
  };
  // The watch begins late: what was typed before is not what the field began with.
  for (const field of document.querySelectorAll<HTMLInputElement>('form :is(input, textarea)'))
    if (field.value !== field.defaultValue) written.add(field);
  document.addEventListener('input', note, { capture: true, signal: over });
  return () => {
    for (const field of written) if (!field.isConnected) written.delete(field);
    const holdsText = [...written].some(({ value }) => value !== '');
    return holdsText || [...document.querySelectorAll('[role=dialog]')].some(isShown);
  };
}

/** Some are always in the page, and shown when they are opened. */
const isShown = (element: Element) => element.getClientRects().length > 0;
