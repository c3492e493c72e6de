import { OUTBOX_KEY, type OutboxItem } from '../../src/shared/model.ts';
import type { Tab } from '../doubles/tabs.ts';
import type { Chance } from './chance.ts';
import type { World } from './world.ts';

/** What people do with uploads, and what must hold of them. A file is known by its name. */

const SMALL = new Uint8Array(10);
const LARGE = new Uint8Array(9 * 1024 * 1024);
const UPLOADS_MAX = 15;

let names = 0;

export function uploadOne(world: World, tab: Tab | undefined, chance: Chance): void {
  if (tab === undefined || world.accepted.size >= UPLOADS_MAX) return;
  names += 1;
  const name = `${names}.zip`;
  const file = new File([chance.isHit(0.3) ? LARGE : SMALL], name, { lastModified: 1 });
  const kept = tab.worker.enqueueUpload({ file, targetPlatforms: [], priority: 'standard' });
  // One that is not accepted, in a tab that has no outbox yet or ends before, may come or not.
  kept.then(
    () => world.accepted.add(name),
    () => undefined,
  );
}

export function discardOne(world: World, tab: Tab | undefined, chance: Chance): void {
  const item = tab && chance.pick(itemsIn(tab).filter(({ state: { state } }) => state !== 'done'));
  if (tab === undefined || item === undefined) return;
  world.accepted.delete(item.name);
  void tab.worker.discard(item.id);
}

export function retryOne(tab: Tab | undefined, chance: Chance): void {
  const item = tab && chance.pick(itemsIn(tab));
  if (tab && item) void tab.worker.retry(item.id);
}

/** @returns what must never be */
export function wrongUploads({ uploadServer: { bundles }, tabs }: World): string | undefined {
  const doubled = bundles.find((name, i) => bundles.indexOf(name) !== i);
  if (doubled !== undefined) return `upload ${doubled} has become two bundles`;
  const sent = tabs.flatMap(itemsIn).filter(({ state: { state } }) => state === 'done');
  const untrue = sent.find(({ name }) => !bundles.includes(name));
  return untrue && `upload ${untrue.name} is called sent and is not there`;
}

/** @returns what must not be any more once the network has been calm for a while */
export function unfinishedUploads(
  { uploadServer, accepted }: World,
  tabs: readonly Tab[],
): string | undefined {
  const lost = [...accepted].find((name) => !uploadServer.bundles.includes(name));
  if (lost !== undefined) return `upload ${lost} is lost`;
  for (const tab of tabs) {
    const open = itemsIn(tab).find(({ state: { state } }) => state !== 'done');
    if (open !== undefined) return `upload ${open.name} is shown as ${JSON.stringify(open.state)}`;
  }
  return undefined;
}

function itemsIn({ page }: Tab): readonly OutboxItem[] {
  return (page.entry(OUTBOX_KEY)?.data as readonly OutboxItem[] | undefined) ?? [];
}
