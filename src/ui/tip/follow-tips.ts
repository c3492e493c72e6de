import type { TipTiming } from './tip-timing.ts';

/**
 * Tells the timing who is pointed at, focused or pressed, by the document's own events: no listener an owner.
 *
 * @returns the undo
 */
export function followTips(root: Document, timing: TipTiming<HTMLElement>): () => void {
  const ending = new AbortController();
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => root.addEventListener(name, listener, { capture: true, signal: ending.signal });

  on('pointerover', (event) => {
    const owner = ownerOf(event.target);
    // A finger has no place to rest: a touch tells by its press alone.
    if (owner && event.pointerType !== 'touch') timing.over(owner);
  });
  on('pointerout', (event) => {
    const owner = ownerOf(event.target);
    if (owner && owner !== ownerOf(event.relatedTarget)) timing.away();
  });
  on('focusin', (event) => {
    const owner = ownerOf(event.target);
    if (owner?.matches(':focus-visible')) timing.at(owner);
  });
  on('focusout', (event) => {
    if (ownerOf(event.target)) timing.away();
  });
  on('pointerdown', () => timing.dismiss());
  on('click', (event) => {
    const owner = ownerOf(event.target);
    if (owner?.getAttribute('aria-disabled') === 'true') timing.at(owner);
  });
  on('keydown', (event) => {
    if (event.key === 'Escape') timing.dismiss();
  });
  on('scroll', () => timing.dismiss());
  return () => ending.abort();
}

function ownerOf(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-tip]') ?? undefined;
}
