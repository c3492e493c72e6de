import type { Painted } from '../shared/model.ts';
import type { Outcome } from '../shared/outcome.ts';
import type { Clock } from './clock.ts';

interface WallReportsDeps {
  readonly clock: Clock;
  readonly send: (painted: Painted) => Promise<Outcome>;
}

const EVERY_MS = 60_000;
const LOOK_MS = 15_000;
/** A page that paints says so more often. */
const FROZEN_MS = 60_000;
const NOT_FOUND = 404;

/**
 * Tells the server what this display has painted last: each minute, and at once when its page has stopped painting, or goes on. It
 * depends on nothing of the page, which may hang. It ends with the signal, or with a server that does not ask for it.
 *
 * @returns called each time the page has painted
 */
export function createWallReports(
  { clock, send }: WallReportsDeps,
  signal: AbortSignal,
): (painted: Painted) => void {
  let last: { readonly painted: Painted; readonly at: number } | undefined;
  let sent: { readonly at: number; readonly isFrozen: boolean } | undefined;

  /** @returns false where the server does not ask for it */
  async function report(painted: Painted, heardAt: number): Promise<boolean> {
    const now = clock.mono();
    const isFrozen = now - heardAt > FROZEN_MS;
    if (sent && now - sent.at < EVERY_MS && isFrozen === sent.isFrozen) return true;
    const outcome = await send(painted);
    if (outcome.ok) sent = { at: now, isFrozen };
    return outcome.ok || outcome.status !== NOT_FOUND;
  }

  async function run(): Promise<void> {
    while (last !== undefined && (await report(last.painted, last.at)))
      if (!(await clock.sleep(LOOK_MS, signal))) return;
  }

  return (painted) => {
    const isFirst = last === undefined;
    last = { painted, at: clock.mono() };
    if (isFirst) void run();
  };
}
