import { keyOf } from '../../contract/paths.ts';
import { ageOf, trueAt } from '../../src/console/age.ts';
import type { ActivityRow } from '../doubles/meridian.ts';
import type { Tab } from '../doubles/tabs.ts';
import {
  othersActOn,
  pressOne,
  unfinishedAcknowledgements,
  wrongAcknowledgements,
} from './acknowledgements.ts';
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
const ACKNOWLEDGEMENTS: Weighted = [
  [4, (world, chance) => pressOne(world, chance.pick(running(world)))],
  [2, othersActOn],
];
const drawn = (actions: Weighted): readonly Action[] =>
  actions.flatMap(([weight, action]) => Array.from({ length: weight }, () => action));
const ACTIONS = {
  rows: drawn(ROWS),
  all: drawn([...ROWS, ...UPLOADS]),
  acknowledgements: drawn([...ROWS, ...ACKNOWLEDGEMENTS]),
  restores: drawn([...ROWS, [2, (world) => world.restore()]]),
} as const;
const STAYS_FROZEN = 0.3;

const facts = (chance: Chance) => ({ visible: chance.isHit(0.6), online: chance.isHit(0.8) });
const living = ({ tabs }: World) => tabs.filter((tab) => tab.alive());
const running = (world: World) => living(world).filter((tab) => !tab.frozen());

/**
 * @param what rows alone, as seeds of before there were uploads drew them, or with uploads, with acknowledgements, or with a server that is restored
 * @throws when an invariant does not hold; the message says which, and at which step
 */
export async function simulate(seed: number, what: keyof typeof ACTIONS = 'all'): Promise<void> {
  const chance = createChance(seed);
  const hasOutbox = what === 'all' || what === 'acknowledgements';
  const world = createWorld(chance, hasOutbox);
  for (let i = 0; i < 3; i += 1) world.openTab();
  for (let step = 0; step < STEPS; step += 1) {
    chance.pick(ACTIONS[what])?.(world, chance);
    if (chance.isHit(0.02)) await world.clock.sleepDevice(chance.between(60_000, 3_600_000));
    await world.pass(chance.isHit(0.2) ? chance.between(2000, 30_000) : chance.between(0, 600));
    holdsAlways(world, `seed ${seed}, step ${step}`);
  }
  await heal(world, hasOutbox && chance.isHit(STAYS_FROZEN));
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
  for (let i = 0; i < DRAINS_MAX && unfinished(world); i += 1) await world.pass(HEAL_MS);
}

const unfinished = (world: World) =>
  unfinishedUploads(world, running(world)) ?? unfinishedAcknowledgements(world, running(world));

function holdsAlways(world: World, where: string): void {
  const wrong = wrongUploads(world) ?? wrongAcknowledgements(world);
  check(wrong === undefined, `${wrong}: ${where}`);
  for (const tab of running(world)) {
    const ids = rowsIn(tab).map(({ id }) => id);
    check(new Set(ids).size === ids.length, `an event is shown twice: ${where}`);
    const lacking = lackingIn(world, tab);
    check(lacking === undefined, `a tab claims to know what it does not: ${lacking}, ${where}`);
  }
}

function holdsAtLast(world: World, where: string): void {
  holdsAlways(world, where);
  const left = unfinished(world);
  check(left === undefined, `${left}: ${where}`);
  const wanted = world.node.rows.map(nameOf).join();
  for (const tab of running(world)) {
    const link = tab.page.status().connection;
    check(link.state === 'live', `a tab is ${link.state}: ${where}`);
    const shown = rowsIn(tab).map(nameOf).join();
    check(shown === wanted, `${shown} is not ${wanted}: ${where}`);
  }
  for (const { sockets } of running(world))
    check(sockets.alive() === 1, `${sockets.alive()} sockets of a tab: ${where}`);
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
  const shown = new Set((entry.data as readonly ActivityRow[] | undefined)?.map(nameOf));
  const row = node.rows.find(
    (row) => !shown.has(nameOf(row)) && Date.parse(row.createdAt) < claimed - UNNOTICED_MAX_MS,
  );
  if (row === undefined) return undefined;
  const { seq, isStreamed, from, at } = entry;
  return JSON.stringify({ row, claimed: new Date(claimed), seq, isStreamed, from, at, link });
}

const rowsIn = ({ page }: Tab) =>
  (page.entry(keyOf('activity'))?.data as readonly ActivityRow[] | undefined) ?? [];

/** A server that was restored gives the same ids again. */
const nameOf = ({ id, createdAt }: ActivityRow) => `${id} of ${createdAt}`;

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
