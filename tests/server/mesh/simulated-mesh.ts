import { type Judgement, judge } from '../../../server/mesh/witness/verdict.ts';

/**
 * A mesh in which a seed decides what breaks, and what is then true. Node 0 judges, also sites that are no nodes: some of the others
 * look at them for it.
 */
export interface SimulatedMesh {
  readonly size: number;
  readonly seed: number;
  readonly liar: number | undefined;
  /** Of the last rounds of node 0, each at least two rounds after everything broke. */
  readonly judgements: readonly Judgement[];
  isRunning(node: number): boolean;
  reaches(from: number, to: number): boolean;
  readonly sites: readonly Site[];
  seesSite(from: number, site: string): boolean;
}

interface Site {
  readonly id: string;
  readonly isDown: boolean;
  /** Nodes whose way there is cut. */
  readonly cut: ReadonlySet<number>;
  /** Nodes that look at it for node 0. */
  readonly witnesses: readonly number[];
}

const ROUND_MS = 10_000;
const TIMEOUT_MS = 1500;
/** Two rounds with their slowest probes. */
const FRESH_MS = 2 * (ROUND_MS + TIMEOUT_MS);
const TOLERANCE_MS = 5000;
const START = 1_800_000_000_000;
const BREAKS_AT = START + 4 * ROUND_MS;
/** Rounds before it breaks, two after it, and those that are judged. */
const END = BREAKS_AT + 5 * ROUND_MS;
const NEEDED = 2;

export const idOf = (node: number) => `n${node}`;

export function simulate(size: number, seed: number): SimulatedMesh {
  const world = createWorld(size, randomOf(seed * 64 + size));
  const newest = new Map<number, Testimony>();
  const looked = new Map<number, Testimony>();
  const first = createFirstNode(world, newest, looked);
  const rounds = world.nodes.flatMap((node) => roundsOf(world, node));
  for (const { node, at } of rounds.sort((a, b) => a.at - b.at)) {
    if (!world.isRunning(node, at)) newest.delete(node);
    else if (node === 0) first.round(at);
    else {
      newest.set(node, testimonyOf(world, node, at));
      if (!world.vanished.has(node) || at < BREAKS_AT) looked.set(node, lookedBy(world, node, at));
    }
  }
  return {
    ...{ size, seed, liar: world.liar, judgements: first.judgements },
    isRunning: (node) => world.isRunning(node, END),
    reaches: (from, to) => world.reaches(from, to, END),
    sites: world.sites,
    seesSite: (from, site) => world.seesSite(from, site, END),
  };
}

type World = ReturnType<typeof createWorld>;

function createWorld(size: number, random: () => number) {
  const any = () => Math.floor(random() * size);
  const other = () => 1 + Math.floor(random() * (size - 1));
  const nodes = Array.from({ length: size }, (_, node) => node);
  const line = (from: number, to: number) => from * size + to;
  const cut = new Set<number>();
  const stopsAt = new Map<number, number>();
  const startsAt = new Map<number, number>();
  const clock = nodes.map(() => (random() - 0.5) * 4000);
  const everyMs = nodes.map(() => ROUND_MS);
  let liar: number | undefined;
  const cutBoth = (a: number, b: number) => cut.add(line(a, b)).add(line(b, a));
  const breaks = [
    () => cutBoth(random() < 0.5 ? 0 : any(), any()),
    () => cut.add(line(random() < 0.3 ? 0 : any(), any())),
    () => nodes.map((one) => cutBoth(0, one)),
    function partition() {
      const side = nodes.map(() => random() < 0.5);
      for (const a of nodes) for (const b of nodes) if (side[a] !== side[b]) cut.add(line(a, b));
    },
    () => stopsAt.set(other(), BREAKS_AT),
    function restart() {
      const one = other();
      stopsAt.set(one, BREAKS_AT - ROUND_MS);
      startsAt.set(one, BREAKS_AT);
    },
    () => everyMs.splice(other(), 1, ROUND_MS * (2 + 3 * random())),
    () => clock.splice(other(), 1, (random() - 0.5) * (random() < 0.5 ? 9000 : 7_200_000)),
    function lies() {
      liar = other();
    },
  ];
  for (let i = Math.floor(random() * 4); i >= 0; i--)
    breaks[Math.floor(random() * breaks.length)]?.();

  const sites = ['shop', 'mail', 'wiki'].map((id): Site => {
    const witnesses = nodes.slice(1).filter(() => random() < 0.6);
    const share = random() < 0.5 ? 0.1 : 0.7;
    const cut = new Set(nodes.filter(() => random() < share));
    return { id, isDown: random() < 0.35, cut, witnesses };
  });
  /** They looked for node 0 and do no more. */
  const vanished = new Set(nodes.filter(() => random() < 0.1));
  const isRunning = (node: number, at: number) =>
    at < (stopsAt.get(node) ?? Infinity) || at >= (startsAt.get(node) ?? Infinity);
  const clockOf = (node: number) => clock[node] ?? 0;
  const reaches = (from: number, to: number, at: number) =>
    isRunning(from, at) &&
    isRunning(to, at) &&
    !(at >= BREAKS_AT && cut.has(line(from, to))) &&
    Math.abs(clockOf(from) - clockOf(to)) <= TOLERANCE_MS;
  function seesSite(from: number, id: string, at: number): boolean {
    const site = sites.find((one) => one.id === id);
    if (site === undefined || !isRunning(from, at)) return false;
    return at < BREAKS_AT || !(site.isDown || site.cut.has(from));
  }
  return {
    ...{ sites, seesSite, vanished },
    ...{ size, nodes, liar, random, isRunning, reaches, clockOf },
    /** How the liar lies: the opposite, all is down, or anything. */
    lie: random(),
    everyMs: (node: number) => everyMs[node] ?? ROUND_MS,
    talk: (a: number, b: number, at: number) => reaches(a, b, at) || reaches(b, a, at),
  };
}

function roundsOf({ random, everyMs }: World, node: number) {
  const rounds: { readonly node: number; readonly at: number }[] = [];
  for (let at = START + random() * everyMs(node); at < END; at += everyMs(node))
    rounds.push({ node, at });
  return rounds;
}

interface Testimony {
  readonly at: number;
  readonly seen: ReadonlyMap<string, { readonly reaches: boolean; readonly at: number }>;
}

function testimonyOf(world: World, node: number, at: number): Testimony {
  const now = at + world.clockOf(node);
  const others = world.nodes.filter((other) => other !== node);
  const seen = others.map((other) => {
    const found = world.reaches(node, other, at);
    const reaches = node === world.liar ? lieAbout(world, found) : found;
    return [idOf(other), { reaches, at: now }] as const;
  });
  return { at: now, seen: new Map(seen) };
}

/** What a node has found of the sites. */
function lookedBy(world: World, node: number, at: number): Testimony {
  const now = at + world.clockOf(node);
  const seen = world.sites.map(({ id }) => {
    const found = world.seesSite(node, id, at);
    return [
      id,
      { reaches: node === world.liar ? lieAbout(world, found) : found, at: now },
    ] as const;
  });
  return { at: now, seen: new Map(seen) };
}

function lieAbout({ lie, random }: World, found: boolean): boolean {
  if (lie < 0.3) return !found;
  return lie < 0.6 ? false : random() < 0.5;
}

/** @param newest what each node has said last */
function createFirstNode(
  world: World,
  newest: ReadonlyMap<number, Testimony>,
  looked: ReadonlyMap<number, Testimony>,
) {
  const others = world.nodes.slice(1);
  const known = new Map<string, Testimony>();
  const own = new Map<string, { readonly reaches: boolean; readonly since: number }>();
  const answers = new Map<number, Testimony>();
  const judgements: Judgement[] = [];

  function receive(node: number, now: number): void {
    const testimony = newest.get(node);
    if (testimony === undefined || testimony.at > now + TOLERANCE_MS) return;
    if (testimony.at < now - FRESH_MS || testimony.at <= (known.get(idOf(node))?.at ?? 0)) return;
    known.set(idOf(node), testimony);
  }

  /** Directly, or from somebody who answers and has it. */
  const isHeard = (node: number, at: number) =>
    world.talk(0, node, at) ||
    others.some((by) => world.reaches(0, by, at) && world.talk(by, node, at));

  function measured(id: string, reaches: boolean, now: number): void {
    if (own.get(id)?.reaches !== reaches) own.set(id, { reaches, since: now });
  }

  /** A witness says to node 0 alone what it has found. */
  function askWitness(node: number, at: number): void {
    const answer = looked.get(node);
    if (answer && world.reaches(0, node, at)) answers.set(node, answer);
  }

  return {
    judgements,
    round(at: number): void {
      const now = at + world.clockOf(0);
      for (const node of others) {
        measured(idOf(node), world.reaches(0, node, at), now);
        if (isHeard(node, at)) receive(node, now);
        askWitness(node, at);
      }
      for (const { id } of world.sites) measured(id, world.seesSite(0, id, at), now);
      if (at < BREAKS_AT + FRESH_MS) return;
      const witnessed = world.sites.map(({ id, witnesses }) => ({
        ...(own.get(id) ?? { reaches: undefined, since: 0 }),
        ...{ id, freshMs: FRESH_MS },
        seen: new Map(witnesses.map((one) => [idOf(one), answers.get(one)?.seen.get(id)])),
      }));
      const state = { self: idOf(0), nodes: others.map(idOf), own, testimonies: known, witnessed };
      judgements.push(judge({ ...state, now, freshMs: FRESH_MS, needed: NEEDED }));
    },
  };
}

/** mulberry32 */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
