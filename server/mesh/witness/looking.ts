import * as z from 'zod/mini';
import { THRESHOLDS } from '../../../contract/platform-limits.ts';
import type { Witnessing } from '../../../contract/sent/platform.ts';
import type { NodeBase } from '../../feature.ts';
import { failureText } from '../../outgoing/failure.ts';
import { isOwnFailure } from '../../outgoing/no-answer.ts';
import type { CheckPlatform } from '../../platforms/node-check.ts';
import type { PlatformName, ProbeOutcome } from '../../round.ts';
import { mapPaced } from '../concurrency.ts';
import { NEVER_PROBED, nextStatus } from '../peers/peer-status.ts';
import { LOOKS_AT_NOTHING } from '../transport/handlers.ts';
import type { Answer, Payload } from '../wire/messages.ts';
import { type AskedPlatform, AskedPlatformSchema } from './asked-platform.ts';
import type { Seen } from './testimony.ts';
import { readWitnessing } from './witnessing.ts';

export interface LookingDeps extends Pick<NodeBase, 'db' | 'clock' | 'journal'> {
  /** Probes what a peer asks for, by a guard of its own. @param inner private addresses are allowed */
  readonly checkForPeer: (inner: boolean) => CheckPlatform;
  readonly signal: AbortSignal;
}

type Looks = NonNullable<Witnessing['looks']>;
/** Why it is not looked at; undefined: nothing can be said of it now. */
type Found = Seen | string | undefined;

const TIMEOUT_MAX_MS = 10_000;
/** No platform is looked at more often. */
const GAP_MS = 1_000;
/** Twice the longest interval. */
const PLACE_MS = 2 * THRESHOLDS.intervalSec.max * 1000;
/** Of this machine, and no word on the platform. */
const FORBIDDEN = 'a private address, or one that is never called';
const UNABLE = ['no-ping', 'ping-forbidden'];

/** Looks at platforms of a peer while it waits, as far as an admin has agreed to it. Every instance does. */
export function createLooking({ db, clock, journal, checkForPeer, signal }: LookingDeps) {
  const mayLook = createPlaces(clock);

  async function probe(platform: PlatformName, inner: boolean): Promise<ProbeOutcome | null> {
    const check = () => checkForPeer(inner)(platform, signal, journal);
    const first = await check();
    // What is lost once may be chance.
    return first?.answered === false ? check() : first;
  }

  async function look(from: string, given: object, looks: Looks): Promise<Found> {
    const { data: asked } = z.safeParse(AskedPlatformSchema, given);
    if (asked === undefined) return 'its release does not know how';
    if (!looks.kinds.includes(asked.check.kind)) return 'this kind is not agreed on';
    const place = mayLook(from, asked, looks.max);
    if (place === 'none') return `at most ${looks.max} are agreed on`;
    if (place === 'too-soon') return undefined;
    const at = clock.now();
    const outcome = await probe(probedAs(from, asked), looks.inner);
    return outcome === null ? undefined : foundIn(outcome, asked, at);
  }

  return async (from: string, { platforms }: Payload<'look'>): Promise<Answer<'look'>> => {
    const { looks } = (await readWitnessing(db))(from);
    if (looks === null) return LOOKS_AT_NOTHING;
    const found = await mapPaced(platforms, (one) => look(from, one, looks), clock);
    return {
      seen: found.flatMap((one) => (typeof one === 'object' ? [one] : [])),
      left: platforms.flatMap(({ id: platform }, i) => {
        const why = found[i];
        return typeof why === 'string' ? [{ platform, why }] : [];
      }),
    };
  };
}

/** Of each peer no more platforms than agreed. One that is not asked about any more gives its place away. */
function createPlaces({ elapsed }: LookingDeps['clock']) {
  const peers = new Map<string, Map<string, number>>();
  return (from: string, { id }: AskedPlatform, max: number) => {
    const now = elapsed();
    const known = new Map([...(peers.get(from) ?? [])].filter(([, at]) => now - at < PLACE_MS));
    const last = known.get(id);
    if (last !== undefined && now - last < GAP_MS) return 'too-soon';
    if (last === undefined && known.size >= max) return 'none';
    peers.set(from, known.set(id, now));
    return 'its-own';
  };
}

function foundIn(outcome: ProbeOutcome, { id, lateMs }: AskedPlatform, at: number): Found {
  if (!outcome.answered) {
    const { failure } = outcome;
    if (isOwnFailure(failure)) return undefined;
    if (failure === 'forbidden-target') return FORBIDDEN;
    if (UNABLE.includes(failure)) return failureText(failure);
  }
  const { status, latencyMs } = nextStatus(NEVER_PROBED, outcome, { at, lateMs });
  return status === 'unknown' ? undefined : { platform: id, status, latencyMs, at };
}

function probedAs(from: string, { id, check, lateMs, timeoutMs }: AskedPlatform): PlatformName {
  const name = `${from} ${id}`;
  const thresholds = { lateMs, timeoutMs: Math.min(timeoutMs, TIMEOUT_MAX_MS) };
  return { ...check, ...{ id: name, name, domain: '' }, thresholds };
}
