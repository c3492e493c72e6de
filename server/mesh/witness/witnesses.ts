import type { Statement, Witnesses } from '../../../contract/shapes/witness.ts';
import { failureKind } from '../../outgoing/failure.ts';
import type { JudgedPlatform, PlatformName, StatusUpdate, WitnessedRound } from '../../round.ts';
import type { PeerRegistry } from '../peers/peer-registry.ts';
import { type Asked, createTestimonies, type TestimonyDeps } from './testimonies.ts';
import type { Seen } from './testimony.ts';
import { cutOffText, type Judgement, judge, verdictText } from './verdict.ts';

/** Statements that are kept with an incident, at most. */
const KEPT_MAX = 64;

interface WitnessDeps extends TestimonyDeps {
  readonly self: PlatformName;
  readonly registry: Pick<PeerRegistry, 'platforms' | 'meshNodes'>;
  readonly needed: number;
}

/** What this node and its peers say of each other. */
export type WitnessTerm = ReturnType<typeof createWitnesses>;

export function createWitnesses(deps: WitnessDeps) {
  const { self, registry, clock, freshMs, needed } = deps;
  const ids = () => registry.meshNodes().map(({ id }) => id);
  const testimonies = createTestimonies(deps, ids);
  const { answer, receive } = testimonies;
  const own = createOwnMeasurements();
  const nameOf = (id: string) =>
    [self, ...registry.platforms].find((one) => one.id === id)?.name ?? id;

  function judgeNow(nodes: readonly string[]): Judgement {
    const known = nodes.flatMap((id) => testimonies.of(id) ?? []);
    return judge({
      self: self.id,
      nodes,
      now: clock.now(),
      freshMs,
      needed,
      own: new Map(nodes.map((id) => [id, { reaches: own.reaches(id), since: own.since(id) }])),
      testimonies: new Map(known.map(({ from, at, seen }) => [from, { at, seen: seenBy(seen) }])),
    });
  }

  function textOfVerdict(id: string, judged: JudgedPlatform): string {
    const reaches = id === self.id || own.reaches(id);
    const isAnswered = own.isAnswered(id);
    return verdictText(judged, { name: nameOf(id), nameOf, reaches, isAnswered });
  }

  /** Of nodes of this mesh alone: with what others are configured is their own business. */
  function statements({ platforms }: Judgement, nodes: readonly string[]): Statement[] {
    const known = nodes
      .flatMap((id) => testimonies.of(id) ?? [])
      .filter(({ at }) => testimonies.isFresh(at));
    return [{ from: self.id, seen: own.seen() }, ...known].flatMap(({ from, seen }) =>
      seen
        .filter(({ platform, at }) => platform !== from && testimonies.isFresh(at))
        .filter(({ platform }) => platforms.has(platform))
        .map(({ platform: about, status, latencyMs, at }) => {
          const disputed = platforms.get(about)?.disputed.includes(from) && { disputed: true };
          return { from, about, status, latencyMs, at, ...disputed };
        }),
    );
  }

  const cutOff = ({ isCutOff, downLines }: Judgement) =>
    isCutOff ? cutOffText(downLines.length, own.size()) : null;

  return {
    answer,
    receive,
    /** @returns what goes with the next probe of this node */
    outgoing: (to: string): Asked => testimonies.outgoing(to, (id) => own.reaches(id) !== false),
    /** @returns undefined without any witness: then only this node's own word is there */
    judgeRound(updates: readonly StatusUpdate[], at: number): WitnessedRound | undefined {
      const nodes = ids();
      own.set(updates, nodes, at);
      const hasWitnesses = nodes.some((id) => testimonies.of(id) !== undefined);
      if (!hasWitnesses || updates.length === 0) return undefined;
      const judgement = judgeNow(nodes);
      const said = statements(judgement, nodes);
      return {
        cutOff: cutOff(judgement),
        of(id) {
          const judged = nodes.includes(id) ? judgement.platforms.get(id) : undefined;
          if (judged === undefined) return undefined;
          const text = textOfVerdict(id, judged);
          const about = said.filter((one) => one.about === id).slice(0, KEPT_MAX);
          const named = about.map((one) => ({ ...one, name: nameOf(one.from) }));
          return { ...judged, testimony: { at, text, statements: named } };
        },
      };
    },
    /** Signs what the round has measured that was judged. */
    testify: (round: number): void => testimonies.sign(round, own.at(), own.seen()),
    view(): Witnesses {
      const nodes = ids();
      const judgement = judgeNow(nodes);
      return {
        at: own.at(),
        needed,
        cutOff: cutOff(judgement),
        nodes: [...judgement.platforms].map(([id, judged]) => ({
          id,
          name: nameOf(id),
          verdict: judged.verdict,
          text: textOfVerdict(id, judged),
          line: id === self.id ? null : judgement.lineTo(id),
        })),
        statements: statements(judgement, nodes),
      };
    },
  };
}

const seenBy = (seen: readonly Seen[]) =>
  new Map(seen.map(({ platform, status, at }) => [platform, { reaches: status !== 'error', at }]));

/** What this node has measured of the mesh nodes in its last round. */
function createOwnMeasurements() {
  const measured = new Map<string, StatusUpdate & { readonly at: number }>();
  let lastAt = 0;

  function reaches(id: string): boolean | undefined {
    const status = measured.get(id)?.after.status ?? 'unknown';
    return status === 'unknown' ? undefined : status !== 'error';
  }

  return {
    /** @param updates none when it had no network: then it knows nothing */
    set(updates: readonly StatusUpdate[], nodes: readonly string[], at: number): void {
      const before = new Map(measured);
      measured.clear();
      for (const update of updates) {
        const { id } = update.platform;
        // One that was not probed since has the time at which it was.
        const measuredAt = update.at ?? before.get(id)?.at ?? at;
        if (nodes.includes(id)) measured.set(id, { ...update, at: measuredAt });
      }
      lastAt = at;
    },
    at: () => lastAt,
    size: () => measured.size,
    reaches,
    since: (id: string) => measured.get(id)?.after.changedAt ?? 0,
    /** @returns whether an answer came that is of no use */
    isAnswered(id: string): boolean {
      const failure = measured.get(id)?.after.failure ?? null;
      return failure !== null && failureKind(failure) !== 'no-answer';
    },
    seen: (): Seen[] =>
      [...measured.values()].flatMap(({ platform, after: { status, latencyMs }, at }): Seen[] => {
        if (status === 'unknown') return [];
        const latency = status === 'error' ? null : latencyMs;
        return [{ platform: platform.id, status, latencyMs: latency, at }];
      }),
  };
}
