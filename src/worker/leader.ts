/**
 * Which tab's worker speaks to the server for an account: it alone holds the socket and polls.
 *
 * @param run called when this worker leads, with a signal that ends when it no longer does
 */
export type Lead = (
  account: string,
  signal: AbortSignal,
  run: (leading: AbortSignal) => void,
) => void;

/** Every tab leads itself. */
export const leadAlone: Lead = (_account, signal, run) => run(signal);
