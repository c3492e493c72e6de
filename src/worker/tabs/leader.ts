/**
 * Which tab's worker speaks to the server for an account: it alone holds the socket and polls.
 *
 * @param name of what is led; tabs with the same name have one leader
 * @param run called each time this worker begins to lead, with a signal that ends when it no longer does
 */
export type Lead = (
  name: string,
  signal: AbortSignal,
  run: (leading: AbortSignal) => void,
) => Standing;

/** A worker that leads, or waits until it may. */
export interface Standing {
  /** Takes the lead from a worker that no longer answers. */
  seize(): void;
}

/** Every tab leads itself. */
export const leadAlone: Lead = (_name, signal, run) => {
  run(signal);
  return { seize: () => undefined };
};
