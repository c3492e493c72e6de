import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import pLimit, { type LimitFunction } from 'p-limit';

type Found = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void;
type Ask = (host: string, options: LookupAllOptions, done: Found) => void;

/** libuv gives half of its threads to names. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE) || 4;
const OF_ONE_ZONE = Math.max(1, Math.floor(THREADS / 4));

/**
 * Resolves names as this machine does, in turns. Each takes a thread until its name servers have answered or are given up, after ten
 * seconds and more: names of one zone take half of them, so that one that hangs keeps those of others not waiting. Whoever asks for
 * a name that is asked for already gets the same answer.
 *
 * @returns asks; `onBegin` is called when it is the turn of a name
 */
export function createNames(ask: Ask = systemLookup, ofOneZone = OF_ONE_ZONE) {
  const zones = new Map<string, LimitFunction>();
  const asked = new Map<
    string,
    { readonly begun: Promise<void>; readonly answer: Promise<Answer> }
  >();

  function begin(host: string, options: LookupAllOptions) {
    const zone = zoneOf(host);
    const limit = zones.get(zone) ?? pLimit(ofOneZone);
    zones.set(zone, limit);
    let onBegin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      onBegin = resolve;
    });
    const answer = limit(() => {
      onBegin();
      return new Promise<Answer>((resolve) =>
        ask(host, options, (error, found) => resolve({ error, found })),
      );
    });
    return { begun, answer };
  }

  function end(key: string, zone: string): void {
    asked.delete(key);
    const limit = zones.get(zone);
    if (limit && limit.activeCount + limit.pendingCount === 0) zones.delete(zone);
  }

  return (
    host: string,
    options: LookupAllOptions,
    done: Found,
    onBegin = (): void => undefined,
  ) => {
    const key = JSON.stringify([host, options]);
    let one = asked.get(key);
    if (one === undefined) {
      one = begin(host, options);
      asked.set(key, one);
      const over = () => end(key, zoneOf(host));
      one.answer.then(over, over);
    }
    one.begun.then(onBegin);
    one.answer.then(
      ({ error, found }) => done(error, found),
      (error) => done(error, []),
    );
  };
}

interface Answer {
  readonly error: NodeJS.ErrnoException | null;
  readonly found: LookupAddress[];
}

/** By its last two labels, or three below such as `co.uk`. */
function zoneOf(host: string): string {
  const labels = host.toLowerCase().split('.').filter(Boolean);
  const [above = '', last = ''] = labels.slice(-2);
  return labels.slice(last.length === 2 && above.length <= 3 ? -3 : -2).join('.');
}

/** For all of this process, as its threads are. */
export const askNames = createNames();
