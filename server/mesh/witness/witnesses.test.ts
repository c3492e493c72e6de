import { beforeEach, describe, expect, test } from 'vitest';
import { asksNobody } from '../../../tests/doubles/no-witnesses.ts';
import type { StatusUpdate } from '../../round.ts';
import { signDetached } from '../keys/detached.ts';
import { createIdentity, type Identity } from '../keys/identity.ts';
import { fixedKeyring } from '../keys/keyring.ts';
import { NEVER_PROBED } from '../peers/peer-status.ts';
import { createTestimonies } from './testimonies.ts';
import {
  checkTestimony,
  fitting,
  type SignedTestimony,
  SignedTestimonySchema,
  signTestimony,
} from './testimony.ts';
import { createWitnesses, type WitnessTerm } from './witnesses.ts';

const IDS = ['meridian', 'forge', 'harbor', 'signal', 'ledger'];
const START = 1_800_000_000_000;
const FRESH_MS = 23_000;
const SIGNAL = new AbortController().signal;

let now: number;
let identities: Map<string, Identity>;
let findKey: Awaited<ReturnType<typeof fixedKeyring>>['findKey'];
let nodes: Map<string, WitnessTerm>;
/** Lines that are cut, as `from to`. */
let cut: Set<string>;
let since: Map<string, number>;

const nameOf = (id: string) => id.replace(/^./, (first) => first.toUpperCase());
const platform = (id: string) => ({ id, name: nameOf(id), domain: `${id}.mesh.example` });

beforeEach(async () => {
  now = START;
  cut = new Set();
  since = new Map();
  const pairs = IDS.map(async (id) => [id, await createIdentity(id)] as const);
  identities = new Map(await Promise.all(pairs));
  const jwks = [...identities].map(([id, identity]) => [id, identity.jwks()] as const);
  ({ findKey } = await fixedKeyring(jwks));
  nodes = new Map([...identities].map(([id, identity]) => [id, start(id, identity)]));
});

function start(id: string, identity: Identity): WitnessTerm {
  const platforms = IDS.filter((one) => one !== id).map(platform);
  return createWitnesses({
    ...{ identity, findKey, freshMs: FRESH_MS, needed: 2, clock: { now: () => now } },
    self: platform(id),
    asking: asksNobody,
    log: { warn: () => undefined },
    registry: { platforms, meshNodes: () => platforms },
    spawn: (_name, job) => void spawned.push(job()),
  });
}
const spawned: Promise<unknown>[] = [];

/** One round of a node: it probes every other, and they exchange what they have. @returns what it then knows */
async function round(id: string, number: number) {
  const node = nodes.get(id);
  if (node === undefined) throw new Error(`there is no ${id}`);
  now += 1000;
  const updates: StatusUpdate[] = [];
  for (const other of IDS.filter((one) => one !== id)) {
    const isUp = !cut.has(`${id} ${other}`);
    const asked = node.outgoing(other);
    if (isUp) await node.receive((await nodes.get(other)?.answer(asked)) ?? {});
    const line = `${id} ${other} ${isUp}`;
    since.set(line, since.get(line) ?? now);
    const status = isUp ? 'connected' : 'error';
    const failure = isUp ? null : 'too-late';
    const after = { ...NEVER_PROBED, status, failure, changedAt: since.get(line) ?? 0 } as const;
    const outcome = { answered: true, latencyMs: 1 } as const;
    updates.push({ platform: platform(other), before: NEVER_PROBED, after, outcome, at: now });
  }
  await Promise.all(spawned.splice(0));
  const witnessed = node.judgeRound(updates, now);
  node.testify(number);
  return witnessed;
}

async function rounds(count: number) {
  let last: Awaited<ReturnType<typeof round>>;
  for (let number = 0; number < count; number++)
    for (const id of [...IDS.slice(1), 'meridian']) last = await round(id, number);
  return last;
}

const cutBoth = (a: string, b: string) => cut.add(`${a} ${b}`).add(`${b} ${a}`);

const seen = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...({ platform: `node-${i}`, status: 'connected', latencyMs: 12.5, at: START } as const),
  }));

test('a testimony holds as many nodes as fit into a message', () => {
  expect(fitting(seen(400))).toHaveLength(400);
  const cut = fitting(seen(2000));
  expect(cut.length).toBeGreaterThan(400);
  expect(JSON.stringify(cut).length).toBeLessThan(41 * 1024);
});

test('what does not fit is logged when it becomes more', async () => {
  const logged: unknown[] = [];
  const { sign } = createTestimonies(
    {
      ...{ identity: await createIdentity('meridian'), findKey, freshMs: FRESH_MS },
      ...{ clock: { now: () => now }, spawn: () => undefined },
      log: { warn: (fields) => logged.push(fields) },
    },
    () => IDS,
  );
  for (const count of [400, 2000, 2000, 2001]) sign(1, now, seen(count));
  const cut = 2000 - fitting(seen(2000)).length;
  expect(logged).toEqual([{ nodes: cut }, { nodes: cut + 1 }]);
});

test('a line that is cut is named as a line, by who reaches the platform', async () => {
  cutBoth('meridian', 'harbor');
  const witnessed = await rounds(3);
  expect(witnessed?.of('harbor')).toMatchObject({
    verdict: 'cut-off-from-us',
    testimony: { text: 'The line to Harbor is down; Forge, Signal and Ledger reach it' },
  });
  expect(witnessed?.cutOff).toBeNull();
});

test('what the node behind the line says comes by way of others', async () => {
  cutBoth('meridian', 'harbor');
  await rounds(3);
  const said = nodes
    .get('meridian')
    ?.view()
    .statements.filter(({ from }) => from === 'harbor');
  expect(said?.map(({ about, status }) => `${about} ${status}`)).toEqual([
    'meridian error',
    'forge connected',
    'signal connected',
    'ledger connected',
  ]);
});

test('a platform that nobody reaches is down, and a lie about it is disputed', async () => {
  for (const id of IDS) if (id !== 'harbor' && id !== 'ledger') cutBoth(id, 'harbor');
  cut.add('harbor ledger');
  const witnessed = await rounds(3);
  // Ledger says that it reaches Harbor.
  expect(witnessed?.of('harbor')).toMatchObject({ verdict: 'down', disputed: ['ledger'] });
  const said = witnessed?.of('harbor')?.testimony.statements ?? [];
  expect(said.find(({ name }) => name === 'Ledger')).toMatchObject({ disputed: true });
});

test('a node that loses most of its lines says that it is cut off', async () => {
  await rounds(2);
  for (const id of ['forge', 'harbor', 'signal']) cutBoth('meridian', id);
  const witnessed = await rounds(1);
  expect(witnessed?.cutOff).toBe('This node is cut off: 3 of 4 lines are down at once');
});

test('without testimony of others there is none, and what is old is not counted', async () => {
  expect(await round('meridian', 0)).toBeUndefined();
  await rounds(1);
  const meridian = nodes.get('meridian');
  expect(meridian?.view().statements.length).toBeGreaterThan(4);
  now += FRESH_MS + 1;
  expect(meridian?.view().statements).toEqual([]);
});

describe('a testimony', () => {
  const seen = [{ platform: 'harbor', status: 'connected' as const, latencyMs: 12, at: START }];
  const of = (id: string, at = START) => {
    const identity = identities.get(id);
    if (identity === undefined) throw new Error(`there is no ${id}`);
    return signTestimony(identity, { round: 0, at, seen });
  };
  async function reasonOf(testimony: SignedTestimony, lastAt = 0) {
    // As it arrives.
    const parsed = SignedTestimonySchema.safeParse(JSON.parse(JSON.stringify(testimony)));
    if (!parsed.success) return 'malformed';
    const options = { findKey, now, freshMs: FRESH_MS, lastAt };
    const checked = await checkTestimony(parsed.data, options, SIGNAL);
    return checked.ok ? 'accepted' : checked.reason;
  }

  test('is accepted once, fresh, from a node of the mesh', async () => {
    expect(await reasonOf(of('forge'))).toBe('accepted');
    expect(await reasonOf(of('forge'), START)).toBe('replayed');
    expect(await reasonOf(of('forge', START - FRESH_MS - 1))).toBe('clock-behind');
    expect(await reasonOf(of('forge', START + 5001))).toBe('clock-ahead');
    const stranger = await createIdentity('stranger');
    const said = signTestimony(stranger, { round: 0, at: START, seen });
    expect(await reasonOf(said)).toBe('unknown-issuer');
  });

  test('is refused when it is changed, or says two things of one platform', async () => {
    const { said, signed } = of('forge');
    expect(await reasonOf({ said: { ...said, round: 1 }, signed })).toBe('bad-signature');
    expect(await reasonOf({ said: { ...said, from: 'signal' }, signed })).toBe('unknown-key');
    expect(await reasonOf({ said: { ...said, seen: [...seen, ...seen] }, signed })).toBe(
      'malformed',
    );
  });

  test('may say more than this release understands', async () => {
    const forge = identities.get('forge');
    if (forge === undefined) throw new Error('there is no forge');
    const said = { from: 'forge', round: 0, at: START, seen, more: { new: true } };
    const signed = signDetached(forge, 'route66-testimony', said, START);
    expect(await reasonOf({ said, signed })).toBe('accepted');
  });
});
