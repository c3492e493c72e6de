import { keyOf } from '../../contract/paths.ts';
import { ageOf, trueAt } from '../../src/console/age.ts';
import type { ActivityRow } from '../doubles/meridian.ts';
import type { Tab } from '../doubles/tabs.ts';
import { type Chance, createChance } from './chance.ts';
import { discardOne, retryOne, unfinishedUploads, uploadOne, wrongUploads } from './uploads.ts';
import { BEAT_MS, createWorld, LATE_MAX_MS, type World } from './world.ts';

/** What happens to a world, in the order that the seed says, and what must hold all the time. */

const STEPS = 40;
const TABS_MAX = 4;
/** Longer than the longest wait before another try, and than a replay that fails. */
const HEAL_MS = 90_000;
/** Uploads go one after the other, and a silent connection is given up after a minute and a half. */
const DRAINS_MAX = 10;
/** A lost message is noticed when the next message or beat arrives. */
const UNNOTICED_MAX_MS = BEAT_MS + 2 * LATE_MAX_MS + 2500;

type Action = (world: World, chance: Chance) => void;
type Weighted = readonly (readonly [number, Action])[];

const ROWS: Weighted = [
  [8, (world) => world.happen()],
  [2, (world) => world.cutConnections()],
  [1, (world) => world.restart()],
  [1, (world) => world.forgetLog()],
  [1, (world) => world.turn('down')],
  [2, (world) => world.turn('rough')],
  [1, (world) => world.turn('calm')],
  [2, (world, chance) => chance.pick(running(world))?.freeze()],
  [3, (world, chance) => chance.pick(world.tabs.filter((tab) => tab.frozen()))?.thaw()],
  [1, (world, chance) => living(world).length > 1 && chance.pick(living(world))?.kill()],
  [2, (world) => living(world).length < TABS_MAX && world.openTab()],
  [2, (world, chance) => chance.pick(running(world))?.worker.setPageState(facts(chance))],
  [1, (world, chance) => void chance.pick(running(world))?.worker.refresh('activity', {})],
];
const UPLOADS: Weighted = [
  [3, (world, chance) => uploadOne(world, chance.pick(running(world)), chance)],
  [1, (world, chance) => discardOne(world, chance.pick(running(world)), chance)],
  [1, (world, chance) => retryOne(chance.pick(running(world)), chance)],
  [1, (world) => world.uploadServer.forgetUnfinished()],
];
const drawn = (actions: Weighted): readonly Action[] =>
  actions.flatMap(([weight, action]) => Array.from({ length: weight }, () => action));
const ACTIONS = { rows: drawn(ROWS), all: drawn([...ROWS, ...UPLOADS]) } as const;
const STAYS_FROZEN = 0.3;

const facts = (chance: Chance) => ({ visible: chance.isHit(0.6), online: chance.isHit(0.8) });
const living = ({ tabs }: World) => tabs.filter((tab) => tab.alive());
const running = (world: World) => living(world).filter((tab) => !tab.frozen());

/**
 * @param what rows alone, as seeds of before there were uploads drew them, or everything
 * @throws when an invariant does not hold; the message says which, and at which step
 */
export async function simulate(seed: number, what: keyof typeof ACTIONS = 'all'): Promise<void> {
  const chance = createChance(seed);
  const world = createWorld(chance, what === 'all');
  for (let i = 0; i < 3; i += 1) world.openTab();
  for (let step = 0; step < STEPS; step += 1) {
    chance.pick(ACTIONS[what])?.(world, chance);
    if (chance.isHit(0.02)) await world.clock.sleepDevice(chance.between(60_000, 3_600_000));
    await world.pass(chance.isHit(0.2) ? chance.between(2000, 30_000) : chance.between(0, 600));
    holdsAlways(world, `seed ${seed}, step ${step}`);
  }
  await heal(world, what === 'all' && chance.isHit(STAYS_FROZEN));
  holdsAtLast(world, `seed ${seed}, at last`);
  for (const tab of living(world)) if (tab.frozen()) tab.kill();
  await Promise.all(living(world).map(({ worker }) => worker.stop()));
}

/** @param stayFrozen what is frozen stays so for ever, as long as there is another tab */
async function heal(world: World, stayFrozen: boolean): Promise<void> {
  world.turn('calm');
  for (const tab of living(world))
    if (tab.frozen() && !(stayFrozen && running(world).length > 0)) tab.thaw();
  for (const { worker } of running(world)) worker.setPageState({ visible: true, online: true });
  await world.pass(HEAL_MS);
  for (let i = 0; i < DRAINS_MAX && unfinishedUploads(world, running(world)); i += 1)
    await world.pass(HEAL_MS);
}

function holdsAlways(world: World, where: string): void {
  const wrong = wrongUploads(world);
  check(wrong === undefined, `${wrong}: ${where}`);
  const speaking = running(world).filter(({ sockets }) => sockets.alive() > 0);
  check(speaking.length <= 1, `${speaking.length} tabs speak to the server: ${where}`);
  for (const tab of running(world)) {
    const ids = idsIn(tab);
    check(new Set(ids).size === ids.length, `an event is shown twice: ${where}`);
    const lacking = lackingIn(world, tab);
    check(lacking === undefined, `a tab claims to know what it does not: ${lacking}, ${where}`);
  }
}

function holdsAtLast(world: World, where: string): void {
  holdsAlways(world, where);
  const unfinished = unfinishedUploads(world, running(world));
  check(unfinished === undefined, `${unfinished}: ${where}`);
  const wanted = world.node.rows.map(({ id }) => id).join();
  for (const tab of running(world)) {
    const link = tab.page.status().connection;
    check(link.state === 'live', `a tab is ${link.state}: ${where}`);
    check(idsIn(tab).join() === wanted, `${idsIn(tab).join()} is not ${wanted}: ${where}`);
  }
  const sockets = running(world).reduce((sum, tab) => sum + tab.sockets.alive(), 0);
  check(sockets === 1, `${sockets} sockets: ${where}`);
}

/**
 * What is shown as fresh holds everything that had happened when it was last true, as it says.
 *
 * @returns what it does not hold
 */
function lackingIn({ node }: World, { page }: Tab): string | undefined {
  const entry = page.entry(keyOf('activity'));
  const link = page.status().connection;
  if (entry === undefined || ageOf(entry, link, page.serverNow()) !== 'fresh') return undefined;
  const claimed = trueAt(entry, link) ?? 0;
  const shown = new Set((entry.data as readonly ActivityRow[] | undefined)?.map(({ id }) => id));
  const row = node.rows.find(
    ({ id, createdAt }) => !shown.has(id) && Date.parse(createdAt) < claimed - UNNOTICED_MAX_MS,
  );
  if (row === undefined) return undefined;
  const { seq, isStreamed, from, at } = entry;
  return JSON.stringify({ row, claimed: new Date(claimed), seq, isStreamed, from, at, link });
}

function idsIn({ page }: Tab): readonly number[] {
  const rows = page.entry(keyOf('activity'))?.data as readonly ActivityRow[] | undefined;
  return rows?.map(({ id }) => id) ?? [];
}

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
