/** A page that nobody sees is not painted: what waits for that goes on after this. */
const UNSEEN_MS = 1000;

/** Runs once, in a task of its own, when what stands on the page now is painted. */
export function afterPaint(run: () => void): void {
  const painted = new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, UNSEEN_MS);
  });
  void painted.then(run);
}
