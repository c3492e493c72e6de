import type { Statement, Witnesses } from '../../../contract/shapes/witness.ts';
import { failureKind } from '../../outgoing/failure.ts';
import type { JudgedPlatform, PlatformName, StatusUpdate, WitnessedRound } from '../../round.ts';
import type { PeerRegistry } from '../peers/peer-registry.ts';
import type { Asking, WitnessedPlatform } from './asking.ts';
import { type Asked, createTestimonies, type TestimonyDeps } from './testimonies.ts';
import type { Seen } from './testimony.ts';
import { cutOffText, type Judgement, judge, verdictText } from './verdict.ts';

/** Statements that are kept with an incident, at most. */
const KEPT_MAX = 64;

interface WitnessDeps extends TestimonyDeps {
  readonly self: PlatformName;
  readonly registry: Pick<PeerRegistry, 'platforms' | 'meshNodes'>;
  readonly needed: number;
  /** Who looks at platforms of other kinds for this node. */
  readonly asking: Pick<Asking, 'platforms' | 'askSoon' | 'agreements'>;
}

/** What this node and its peers say of each other, and of other platforms of this node. */
export type WitnessTerm = ReturnType<typeof createWitnesses>;

export function createWitnesses(deps: WitnessDeps) {
  const { self, registry, needed, asking } = deps;
  const ids = () => registry.meshNodes().map(({ id }) => id);
  const testimonies = createTestimonies(deps, ids);
  const { answer, receive } = testimonies;
  const own = createOwnMeasurements();
  const nameOf = (id: string) =>
    [self, ...registry.platforms].find((one) => one.id === id)?.name ?? id;
  const judging = createJudging(deps, own, testimonies);

  function textOfVerdict(id: string, judged: JudgedPlatform): string {
    const reaches = id === self.id || own.reaches(id);
    const isAnswered = own.isAnswered(id);
    const isNode = id === self.id || ids().includes(id);
    return verdictText(judged, { name: nameOf(id), nameOf, reaches, isAnswered, isNode });
  }

  const cutOff = ({ isCutOff, downLines }: Judgement, nodes: readonly string[]) =>
    isCutOff ? cutOffText(downLines.length, nodes.filter(own.has).length) : null;

  return {
    answer,
    receive,
    /** @returns what goes with the next probe of this node */
    outgoing: (to: string): Asked => testimonies.outgoing(to, (id) => own.reaches(id) !== false),
    /** @returns undefined without any witness: then only this node's own word is there */
    judgeRound(updates: readonly StatusUpdate[], at: number): WitnessedRound | undefined {
      const nodes = ids();
      const witnessed = asking.platforms();
      const others = witnessed.map(({ id }) => id);
      own.set(updates, [...nodes, ...others], at);
      const judgedNodes = nodes.some((id) => testimonies.of(id) !== undefined) ? nodes : [];
      const ofWhom = new Set([...judgedNodes, ...others]);
      if (ofWhom.size === 0 || updates.length === 0) return undefined;
      const { judgement, statements } = judging(nodes, witnessed);
      const verdict = (id: string) => judgement.platforms.get(id)?.verdict;
      asking.askSoon(
        others.filter((id) => own.reaches(id) === false && verdict(id) === 'not-known'),
      );
      return {
        cutOff: cutOff(judgement, nodes),
        of(id) {
          const judged = ofWhom.has(id) ? judgement.platforms.get(id) : undefined;
          if (judged === undefined) return undefined;
          return {
            ...judged,
            get testimony() {
              const about = statements.filter((one) => one.about === id).slice(0, KEPT_MAX);
              const named = about.map((one) => ({ ...one, name: nameOf(one.from) }));
              return { at, text: textOfVerdict(id, judged), statements: named };
            },
          };
        },
      };
    },
    /** Signs what the round has measured that was judged. */
    testify: (round: number): void => testimonies.sign(round, own.at(), own.seen(ids())),
    view(): Witnesses {
      const nodes = ids();
      const witnessed = asking.platforms();
      const { judgement, statements } = judging(nodes, witnessed);
      const rows = [...judgement.platforms].map(([id, judged]) => ({
        ...{ id, name: nameOf(id), verdict: judged.verdict },
        text: textOfVerdict(id, judged),
      }));
      const noRoomOf = (id: string) =>
        (id === self.id ? testimonies.noRoom() : testimonies.of(id)?.noRoom) ?? 0;
      return {
        at: own.at(),
        needed,
        cutOff: cutOff(judgement, nodes),
        nodes: rows.slice(0, nodes.length + 1).map((row) => ({
          ...row,
          line: row.id === self.id ? null : judgement.lineTo(row.id),
          ...(noRoomOf(row.id) > 0 && { noRoom: noRoomOf(row.id) }),
        })),
        platforms: rows.slice(nodes.length + 1),
        agreements: asking.agreements(nameOf),
        statements,
      };
    },
  };
}

/** What is judged together, and what it is judged by. */
function createJudging(
  { self, clock, freshMs, needed }: WitnessDeps,
  own: ReturnType<typeof createOwnMeasurements>,
  testimonies: ReturnType<typeof createTestimonies>,
) {
  const ownOf = (id: string) => ({ reaches: own.reaches(id), since: own.since(id) });

  /** Of this mesh alone: with what others are configured is their own business. */
  function said(nodes: readonly string[], witnessed: readonly WitnessedPlatform[]) {
    const known = nodes
      .flatMap((id) => testimonies.of(id) ?? [])
      .filter(({ at }) => testimonies.isFresh(at));
    const isNode = (id: string) => id === self.id || nodes.includes(id);
    return [
      ...[{ from: self.id, seen: own.seen(nodes) }, ...known].flatMap(({ from, seen }) =>
        seen
          .filter(({ platform }) => platform !== from && isNode(platform))
          .map((one) => ({ from, one, freshMs })),
      ),
      ...witnessed.flatMap(({ id, said, freshMs }) =>
        [[self.id, own.seen([id])[0]] as const, ...said].flatMap(([from, one]) =>
          one ? [{ from, one, freshMs }] : [],
        ),
      ),
    ];
  }

  return (nodes: readonly string[], witnessed: readonly WitnessedPlatform[]) => {
    const now = clock.now();
    const known = nodes.flatMap((id) => testimonies.of(id) ?? []);
    const judgement = judge({
      ...{ self: self.id, nodes, now, freshMs, needed },
      own: new Map(nodes.map((id) => [id, ownOf(id)])),
      testimonies: new Map(known.map(({ from, at, seen }) => [from, { at, seen: seenBy(seen) }])),
      witnessed: witnessed.map(({ said, ...one }) => {
        const seen = [...said].map(([from, one]) => [from, one && seenToJudge(one)] as const);
        return { ...one, ...ownOf(one.id), seen: new Map(seen) };
      }),
    });
    const statements = said(nodes, witnessed)
      .filter(({ one, freshMs }) => one.at >= now - freshMs)
      .map(({ from, one: { platform: about, status, latencyMs, at } }): Statement => {
        const { disputed = [] } = judgement.platforms.get(about) ?? {};
        return { from, about, status, latencyMs, at, ...(disputed.includes(from) && DISPUTED) };
      });
    return { judgement, statements };
  };
}

const DISPUTED = { disputed: true } as const;

const seenToJudge = ({ status, at }: Seen) => ({ reaches: status !== 'error', at });
const seenBy = (seen: readonly Seen[]) =>
  new Map(seen.map((one) => [one.platform, seenToJudge(one)]));

/** What this node has measured in its last round of what others see as well. */
function createOwnMeasurements() {
  const measured = new Map<string, StatusUpdate & { readonly at: number }>();
  let lastAt = 0;

  function reaches(id: string): boolean | undefined {
    const status = measured.get(id)?.after.status ?? 'unknown';
    return status === 'unknown' ? undefined : status !== 'error';
  }

  return {
    /** @param updates none when it had no network: then it knows nothing */
    set(updates: readonly StatusUpdate[], ids: readonly string[], at: number): void {
      const known = new Set(ids);
      const before = new Map(measured);
      measured.clear();
      for (const update of updates) {
        const { id } = update.platform;
        // One that was not probed since has the time at which it was.
        const measuredAt = update.at ?? before.get(id)?.at ?? at;
        if (known.has(id)) measured.set(id, { ...update, at: measuredAt });
      }
      lastAt = at;
    },
    at: () => lastAt,
    has: (id: string) => measured.has(id),
    reaches,
    since: (id: string) => measured.get(id)?.after.changedAt ?? 0,
    /** @returns whether an answer came that is of no use */
    isAnswered(id: string): boolean {
      const failure = measured.get(id)?.after.failure ?? null;
      return failure !== null && failureKind(failure) !== 'no-answer';
    },
    /** Peers receive mesh nodes alone. */
    seen: (ids: readonly string[]): Seen[] =>
      ids.flatMap((id): Seen[] => {
        const { after: { status = 'unknown', latencyMs = null } = {}, at = 0 } =
          measured.get(id) ?? {};
        if (status === 'unknown') return [];
        return [{ platform: id, status, latencyMs: status === 'error' ? null : latencyMs, at }];
      }),
  };
}
