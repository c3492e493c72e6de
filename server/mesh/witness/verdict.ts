import type {
  IncidentTestimony,
  LineVerdict,
  PlatformVerdict,
} from '../../../contract/shapes/witness.ts';

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

export interface JudgedPlatform {
  readonly verdict: PlatformVerdict;
  /** Other nodes that say that they reach it, and that they do not. */
  readonly reachedBy: readonly string[];
  readonly missedBy: readonly string[];
  /** Those of them that are against the verdict, and whom nobody supports. */
  readonly disputed: readonly string[];
}

export interface Judgement {
  /** More than half of this node's lines are down at once: these. It says so of itself, not of the platforms. */
  readonly downLines: readonly string[];
  readonly isCutOff: boolean;
  /** This node too, by its id. */
  readonly platforms: ReadonlyMap<string, JudgedPlatform>;
  /** @returns what is known of the line between this node and another */
  lineTo(id: string): LineVerdict;
}

/** What the mesh says of the platforms of one round. */
export interface WitnessedRound {
  /** Sentence; null: this node is not cut off. */
  readonly cutOff: string | null;
  /** @returns undefined for what is no mesh node */
  of(id: string): (JudgedPlatform & { readonly testimony: IncidentTestimony }) | undefined;
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
    const votes = { reaches, reachedBy, missedBy, alone };
    const verdict = verdictOf(votes, state);
    const disputed = isUp(verdict) ? alone : verdict === 'down' ? reachedBy : [];
    return { verdict, reachedBy, missedBy, disputed };
  }

  return {
    downLines,
    isCutOff,
    platforms: new Map([self, ...nodes].map((id) => [id, judgePlatform(id)])),
    lineTo: (id) => lineVerdict(says(self, id), says(id, self)),
  };
}

interface Votes extends Pick<JudgedPlatform, 'reachedBy' | 'missedBy'> {
  /** What this node has measured itself. */
  readonly reaches: boolean | undefined;
  /** Those of `missedBy` whom the platform contradicts, or does not support. */
  readonly alone: readonly string[];
}

/** The rule. */
function verdictOf(
  { reaches, reachedBy, missedBy, alone }: Votes,
  { nodes, needed }: Pick<MeshState, 'nodes' | 'needed'>,
): PlatformVerdict {
  const isReached = reachedBy.length >= needed;
  if (reaches === false && isReached) return 'cut-off-from-us';
  // Its signed answer is proof enough.
  if (reaches === true || isReached)
    return alone.length === missedBy.length ? 'up' : 'cut-off-from-some';
  const misses = missedBy.length + Number(reaches === false);
  // Nobody knows who lies: so many of those who do not reach it might.
  const honest = misses - (needed - 1);
  if (missedBy.length >= needed && honest * 2 >= nodes.length) return 'down';
  return reachedBy.length > 0 ? 'disputed' : 'not-known';
}

const isUp = (verdict: PlatformVerdict) =>
  verdict === 'up' || verdict === 'cut-off-from-us' || verdict === 'cut-off-from-some';

const isFresh = ({ now, freshMs }: MeshState, at: number) =>
  at >= now - freshMs && at <= now + CLOCK_TOLERANCE_MS;

/** @param here what this node says of the other, whose word it need not take for that */
function lineVerdict(here: boolean | undefined, there: boolean | undefined): LineVerdict {
  if (here === undefined) return 'not-known';
  if (there === undefined || there === here) return here ? 'up' : 'down';
  return 'disputed';
}
