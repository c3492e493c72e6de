/** A page that nobody sees is not painted: what waits for that goes on after this. */
const UNSEEN_MS = 1000;

/** Runs, in a task of its own, once what stands on the page now is painted. */
export function afterPaint(run: () => void): void {
  let waits = true;
  function once(): void {
    if (waits) run();
    waits = false;
  }
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, UNSEEN_MS);
}
