import { type MeshConfig, thresholdsOf } from '../../config/mesh-config.ts';
import type { NodeBase } from '../../feature.ts';
import { failureText } from '../../outgoing/failure.ts';
import type { PlatformName } from '../../round.ts';
import type { PeerRegistry } from '../peers/peer-registry.ts';
import { createProbeSchedule } from '../peers/probe-schedule.ts';
import type { TaskGroup } from '../task-group.ts';
import type { Caller } from '../transport/caller.ts';
import type { Answer } from '../wire/messages.ts';
import { witnessedCheckOf } from './asked-platform.ts';
import { fitting, type Seen } from './testimony.ts';
import { listed } from './verdict.ts';
import { readWitnessing } from './witnessing.ts';

interface AskingDeps extends Pick<NodeBase, 'db' | 'clock'> {
  readonly config: MeshConfig;
  readonly registry: Pick<PeerRegistry, 'probed' | 'meshNodes'>;
  /** A peer looks before it answers. */
  readonly bulkCaller: Caller;
  readonly tasks: Pick<TaskGroup, 'signal' | 'spawn' | 'repeat'>;
}

/** A platform that peers look at for this node. */
export interface WitnessedPlatform {
  readonly id: string;
  /** What each of those that look at it has said of it last; undefined: nothing yet. */
  readonly said: ReadonlyMap<string, Seen | undefined>;
  /** What is older says nothing of it. */
  readonly freshMs: number;
}

/** A peer that an admin has named. Its answers are signed, for this node alone, and passed on to nobody. */
interface Peer {
  readonly schedule: ReturnType<typeof createProbeSchedule>;
  /** What it has said of each platform last, or why it does not look at it. */
  readonly said: Map<string, Seen | string>;
  /** undefined: it has not answered yet. Only to who agrees platforms are sent. */
  agrees?: boolean | undefined;
  /** Why it does nothing, as the end of a sentence about it. */
  trouble?: string | undefined;
}

const EVERY_MAX_MS = 5_000;
/** Of a question as JSON: the body of a call has room for it. What is left is asked next. */
const QUESTION_MAX_BYTES = 200 * 1024;

/** Asks peers to look at platforms of this node: those peers that an admin has named, and what may be sent. */
export type Asking = ReturnType<typeof createAsking>;

export function createAsking({ db, clock, config, registry, bulkCaller, tasks }: AskingDeps) {
  const peers = new Map<string, Peer>();
  const asking = new Set<Peer>();
  let lost: readonly string[] = [];
  const thresholds = (one?: PlatformName) => thresholdsOf(config, one);
  const checkOf = (one: PlatformName) => witnessedCheckOf(one, thresholds(one));
  const witnessable = () => registry.probed().filter((one) => checkOf(one) !== undefined);
  const everyMs = Math.min(EVERY_MAX_MS, config.probe.intervalSec * 1000);

  /** @returns what it is asked about now: nothing unless it has agreed */
  function askedNow({ agrees, schedule }: Peer): readonly PlatformName[] {
    if (agrees !== true) return [];
    const isLost = ({ id }: PlatformName) => lost.includes(id);
    const due = [...new Set([...schedule.due(), ...witnessable().filter(isLost)])];
    const fits = new Set(fitting(due.map(checkOf), QUESTION_MAX_BYTES).map((one) => one?.id));
    return due.filter(({ id }) => fits.has(id));
  }

  async function ask(id: string, peer: Peer): Promise<void> {
    const asked = askedNow(peer);
    if (peer.agrees && asked.length === 0) return;
    for (const one of asked) peer.schedule.begin(one);
    const platforms = asked.flatMap((one) => ({ ...checkOf(one), id: one.id }));
    const result = await bulkCaller.call(id, 'look', { platforms }, tasks.signal);
    if (result.ok) return receive(peer, asked, result.value.answer);
    const isOld = result.reason === 'wrong-answer';
    if (isOld) peer.agrees = false;
    peer.trouble = isOld ? OLD : `was asked in vain: ${failureText(result.reason)}`;
  }

  function receive(peer: Peer, asked: readonly PlatformName[], answer: Answer<'look'>): void {
    const { refused, left = [], seen = [] } = answer;
    peer.agrees = refused === undefined;
    peer.trouble = refused;
    // Of what was changed meanwhile it says nothing.
    const now = new Set(registry.probed());
    const isAsked = (id: string) => asked.some((one) => one.id === id && now.has(one));
    for (const { platform, why } of left) if (isAsked(platform)) peer.said.set(platform, why);
    for (const one of seen) if (isAsked(one.platform)) peer.said.set(one.platform, one);
  }

  function begin(id: string): void {
    const schedule = { clock, registry: { probed: witnessable }, thresholdsOf: thresholds };
    const fresh = { schedule: createProbeSchedule(schedule), said: new Map(), trouble: SILENT };
    const peer: Peer = peers.get(id) ?? fresh;
    peers.set(id, peer);
    if (asking.has(peer)) return;
    asking.add(peer);
    tasks.spawn('look', () => ask(id, peer).finally(() => asking.delete(peer)));
  }

  async function pass(): Promise<void> {
    const agreed = await readWitnessing(db);
    const named = registry.meshNodes().filter(({ id }) => agreed(id).asks);
    for (const id of peers.keys()) if (!named.some((one) => one.id === id)) peers.delete(id);
    if (named.length > 0 && witnessable().length > 0) for (const { id } of named) begin(id);
    lost = [];
  }

  return {
    start: (): Promise<void> =>
      tasks.repeat({ name: 'ask witnesses', everyMs, limitMs: 60_000 }, pass),
    /** They are asked about next. */
    askSoon(ids: readonly string[]): void {
      lost = ids;
    },
    /** @returns those of which some peer has said something */
    platforms(): WitnessedPlatform[] {
      const asked = [...peers].filter(([, { agrees }]) => agrees !== false);
      return witnessable().flatMap((one): WitnessedPlatform[] => {
        const looking = asked.flatMap(([peer, { said }]) => {
          const seen = said.get(one.id);
          return typeof seen === 'string' ? [] : [[peer, seen] as const];
        });
        if (looking.every(([, seen]) => seen === undefined)) return [];
        const { intervalSec, timeoutMs } = thresholds(one);
        const freshMs = 2 * (intervalSec * 1000 + everyMs + timeoutMs);
        return [{ id: one.id, said: new Map(looking), freshMs }];
      });
    },
    /** @returns what each peer that is asked does, in a sentence */
    agreements(nameOf: (id: string) => string): { id: string; text: string }[] {
      const all = witnessable().map(({ id }) => id);
      const textOf = (peer: Peer) => agreementText(peer, all, nameOf);
      return [...peers].map(([id, peer]) => ({ id, text: `${nameOf(id)} ${textOf(peer)}` }));
    },
  };
}

const SILENT = 'has not answered yet';
const OLD = 'is of an earlier release, which looks at nothing';

function agreementText(
  { trouble, said }: Peer,
  all: readonly string[],
  nameOf: (id: string) => string,
): string {
  if (trouble !== undefined) return trouble;
  const left = all.flatMap((id) => {
    const why = said.get(id);
    return typeof why === 'string' ? [`${nameOf(id)} (${why})`] : [];
  });
  const without = left.length === 0 ? '' : `, not at ${listed(left)}`;
  return `looks at ${all.length - left.length} of ${all.length} platforms of this node${without}`;
}
