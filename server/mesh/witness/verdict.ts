import type { LineVerdict, PlatformVerdict } from '../../../contract/shapes/witness.ts';
import type { JudgedPlatform } from '../../round.ts';

/**
 * The verdict of the mesh on each platform, from what this node has measured and what others say: docs/decisions/31 has the rule
 * and why it holds. Pure.
 */
export interface MeshState {
  readonly self: string;
  /** The other mesh nodes that are probed. */
  readonly nodes: readonly string[];
  /** What this node has measured of them. */
  readonly own: ReadonlyMap<string, OwnMeasurement>;
  /** The newest of each other node, by its id. */
  readonly testimonies: ReadonlyMap<string, TestimonyToJudge>;
  /** Epoch milliseconds. */
  readonly now: number;
  /** What is older says nothing of now. */
  readonly freshMs: number;
  /** Platforms that are no mesh nodes. */
  readonly witnessed: readonly WitnessedPlatform[];
  /** So many other nodes must say the same: one less may lie. */
  readonly needed: number;
}

interface OwnMeasurement {
  /** undefined: nothing was measured. */
  readonly reaches: boolean | undefined;
  /** Epoch milliseconds: since when. */
  readonly since: number;
}

interface TestimonyToJudge {
  readonly at: number;
  readonly seen: ReadonlyMap<string, { readonly reaches: boolean; readonly at: number }>;
}

/** It says nothing itself, and others look at it because this node has asked them. */
export interface WitnessedPlatform extends OwnMeasurement, Pick<MeshState, 'freshMs'> {
  readonly id: string;
  /** What each of them has said last, by its id; undefined: nothing. */
  readonly seen: ReadonlyMap<
    string,
    { readonly reaches: boolean; readonly at: number } | undefined
  >;
}

export interface Judgement {
  /** More than half of this node's lines are down at once: these. It says so of itself, not of the platforms. */
  readonly downLines: readonly string[];
  readonly isCutOff: boolean;
  /** This node too, by its id; and those that peers look at. */
  readonly platforms: ReadonlyMap<string, JudgedPlatform>;
  /** @returns what is known of the line between this node and another */
  lineTo(id: string): LineVerdict;
}

/** How far clocks may differ, as in calls. */
const CLOCK_TOLERANCE_MS = 5000;

export function judge(state: MeshState): Judgement {
  const { self, nodes, own, testimonies } = state;
  const fresh = new Map([...testimonies].filter(([, { at }]) => isFresh(state, at)));
  const says = (from: string, about: string) => {
    if (from === self) return own.get(about)?.reaches;
    const seen = fresh.get(from)?.seen.get(about);
    return seen && isFresh(state, seen.at) ? seen.reaches : undefined;
  };
  const measured = nodes.filter((id) => own.get(id)?.reaches !== undefined);
  const downLines = measured.filter((id) => own.get(id)?.reaches === false);
  // Without any witness all that is known is that the platforms do not answer.
  const isCutOff =
    testimonies.size > 0 && downLines.length > 1 && downLines.length * 2 > measured.length;

  function judgePlatform(id: string): JudgedPlatform {
    const { reaches, since } = own.get(id) ?? { reaches: id === self || undefined, since: 0 };
    // What was measured before this node found its own state says nothing of it.
    const counts = (from: string) => (fresh.get(from)?.seen.get(id)?.at ?? 0) > since;
    const others = nodes.filter((from) => from !== id && counts(from));
    const reachedBy = others.filter((from) => says(from, id) === true);
    const missedBy = others.filter((from) => says(from, id) === false);
    // A line is down when both of its ends say so.
    const alone = missedBy.filter((from) => says(id, from) !== false);
    const voters = nodes.length;
    return judged({ reaches, reachedBy, missedBy, alone, voters }, state);
  }

  function judgeWitnessed({ reaches, since, seen, freshMs }: WitnessedPlatform): JudgedPlatform {
    const counts = [...seen].filter(
      ([, one]) => one && one.at > since && isFresh({ now: state.now, freshMs }, one.at),
    );
    const [reachedBy, missedBy] = [true, false].map((is) =>
      counts.flatMap(([from, one]) => (one?.reaches === is ? [from] : [])),
    ) as [string[], string[]];
    // It supports nobody: as many of them as cannot all lie support each other.
    const alone = missedBy.length >= state.needed ? [] : missedBy;
    return judged({ reaches, reachedBy, missedBy, alone, voters: seen.size + 1 }, state);
  }

  return {
    downLines,
    isCutOff,
    platforms: new Map([
      ...[self, ...nodes].map((id) => [id, judgePlatform(id)] as const),
      ...state.witnessed.map((one) => [one.id, judgeWitnessed(one)] as const),
    ]),
    lineTo: (id) => lineVerdict(says(self, id), says(id, self)),
  };
}

interface Votes extends Pick<JudgedPlatform, 'reachedBy' | 'missedBy'> {
  /** What this node has measured itself. */
  readonly reaches: boolean | undefined;
  /** Those of `missedBy` whom the platform contradicts, or nobody supports. */
  readonly alone: readonly string[];
  /** All that may say something of it: this node, and others beside the platform. */
  readonly voters: number;
}

function judged(votes: Votes, state: Pick<MeshState, 'needed'>): JudgedPlatform {
  const verdict = verdictOf(votes, state);
  const { reachedBy, missedBy, alone } = votes;
  const disputed = isUp(verdict) ? alone : verdict === 'down' ? reachedBy : [];
  return { verdict, reachedBy, missedBy, disputed };
}

/** The rule. */
function verdictOf(
  { reaches, reachedBy, missedBy, alone, voters }: Votes,
  { needed }: Pick<MeshState, 'needed'>,
): PlatformVerdict {
  const isReached = reachedBy.length >= needed;
  if (reaches === false && isReached) return 'cut-off-from-us';
  // Its answer is proof enough, signed or as it was expected.
  if (reaches === true || isReached)
    return alone.length === missedBy.length ? 'up' : 'cut-off-from-some';
  const misses = missedBy.length + Number(reaches === false);
  // Nobody knows who lies: so many of those who do not reach it might.
  const honest = misses - (needed - 1);
  if (missedBy.length >= needed && honest * 2 >= voters) return 'down';
  return reachedBy.length > 0 ? 'disputed' : 'not-known';
}

const isUp = (verdict: PlatformVerdict) =>
  verdict === 'up' || verdict === 'cut-off-from-us' || verdict === 'cut-off-from-some';

const isFresh = ({ now, freshMs }: Pick<MeshState, 'now' | 'freshMs'>, at: number) =>
  at >= now - freshMs && at <= now + CLOCK_TOLERANCE_MS;

/** @param here what this node says of the other, whose word it need not take for that */
function lineVerdict(here: boolean | undefined, there: boolean | undefined): LineVerdict {
  if (here === undefined) return 'not-known';
  if (there === undefined || there === here) return here ? 'up' : 'down';
  return 'disputed';
}

/** How many names a sentence lists; the rest is counted. */
const NAMED_MAX = 3;

interface TextOptions {
  /** Of the platform. */
  readonly name: string;
  readonly nameOf: (id: string) => string;
  /** Whether this node reaches it; undefined: it has not measured it. */
  readonly reaches: boolean | undefined;
  /** Whether an answer came, which this node does not accept. */
  readonly isAnswered: boolean;
  /** Signs what it answers, and is as far away as its line. */
  readonly isNode: boolean;
}

/** @returns the verdict with its reason, without a full stop, such as 'The line to Harbor is down; Forge and Signal reach it' */
export function verdictText(judged: JudgedPlatform, options: TextOptions): string {
  const { name, nameOf, reaches, isAnswered, isNode } = options;
  const list = (ids: readonly string[]) => listed(ids.map(nameOf));
  const { reachedBy, missedBy, disputed } = judged;
  const reached = `${list(reachedBy)} ${reachedBy.length === 1 ? 'reaches' : 'reach'} it`;
  const missed = `${list(missedBy)} ${doOrDoes(missedBy)} not reach it`;
  const either = reaches === false ? ' either' : '';
  const cutOff = isNode ? `The line to ${name} is down` : `${name} is cut off from us`;
  const line = isAnswered ? `This node accepts no answer of ${name}` : cutOff;
  const cut = missedBy.filter((id) => !disputed.includes(id));
  const missing = [...(reaches === false ? ['this node'] : []), ...missedBy.map(nameOf)];
  const texts: Record<PlatformVerdict, string> = {
    up: reachedBy.length > 0 ? reached : `${name} answers this node`,
    down: `${name} is down: ${missed}${either}`,
    'cut-off-from-us': `${line}; ${reached}${cut.length === 0 ? '' : `, ${list(cut)} ${doOrDoes(cut)} not`}`,
    'cut-off-from-some': `${name} is up, but cut off from ${list(cut)}`,
    disputed: `${reached}; ${listed(missing)} ${doOrDoes(missing)} not`,
    'not-known':
      missedBy.length === 0
        ? `No other node has measured ${name} since`
        : `${missed}${either}, but too few nodes say so`,
  };
  const says = disputed.length === 1 ? 'says' : 'say';
  const dispute = disputed.length === 0 ? '' : `. Disputed: ${list(disputed)} ${says} the opposite`;
  return `${texts[judged.verdict]}${dispute}`;
}

const doOrDoes = (names: readonly string[]) => (names.length === 1 ? 'does' : 'do');

/** @returns such as 'This node is cut off: 4 of 6 lines are down at once' */
export const cutOffText = (down: number, lines: number): string =>
  `This node is cut off: ${down} of ${lines} lines are down at once`;

/** @returns such as 'Forge, Signal and Ledger'; of many the first, and how many more */
export function listed(names: readonly string[]): string {
  const more = names.length - NAMED_MAX;
  if (more > 0) return `${names.slice(0, NAMED_MAX).join(', ')} and ${more} more`;
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
