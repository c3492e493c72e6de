import { keptName, removeKept } from '../device/markers.ts';
import { deviceStorage } from '../device/storage.ts';
import { lastKnownDatabase, outboxDatabase } from '../shared/account.ts';
import { openKeyValue } from '../shared/key-value.ts';
import { workerClient } from './worker-client.ts';

/** What this device keeps of accounts that are not open. */

export const UNUSED_MS = 30 * 24 * 60 * 60_000;

/** The console is used here: what others left who use it no more goes. */
export async function noteUse(account: string): Promise<void> {
  const now = workerClient.serverNow();
  deviceStorage.set(keptName('last-used', account), String(now));
  await eraseUnused(account, now);
}

/** Removes all that this device has of an account, unsent uploads included. */
export async function eraseAccount(name: string): Promise<void> {
  removeKept(name);
  await erase([lastKnownDatabase(name), outboxDatabase(name)]);
}

/**
 * Removes what accounts left here that were not used for 30 days. What somebody has not sent stays.
 *
 * @param open the account that is open
 * @param now server time, epoch milliseconds: this device's clock may be years off
 */
export async function eraseUnused(open: string, now: number): Promise<void> {
  for (const name of await accountsKept()) {
    if (name === open) continue;
    const usedAt = lastUse(name);
    if (usedAt === undefined) deviceStorage.set(keptName('last-used', name), String(now));
    else if (now - usedAt > UNUSED_MS) await eraseSent(name);
  }
}

/** @returns when its console was opened, or its dashboard looked at, whichever is later */
function lastUse(name: string): number | undefined {
  const openedAt = Number(deviceStorage.get(keptName('last-used', name)) ?? Number.NaN);
  const seenAt = deviceStorage.getJson(keptName('last-seen', name), hasAt)?.at;
  const known = [openedAt, seenAt].filter((at) => at !== undefined && !Number.isNaN(at));
  return known.length === 0 ? undefined : Math.max(...(known as number[]));
}

const hasAt = (value: unknown): value is { at: number } =>
  typeof (value as { at?: unknown } | null | undefined)?.at === 'number';

async function eraseSent(name: string): Promise<void> {
  if (!(await hasUnsent(name))) return eraseAccount(name);
  await erase([lastKnownDatabase(name)]);
}

async function hasUnsent(name: string): Promise<boolean> {
  const database = outboxDatabase(name);
  if (!(await databases()).includes(database)) return false;
  const place = openKeyValue(database);
  const entries = await place.entries();
  place.close();
  return entries.some(([key]) => key.startsWith('file ') || key.startsWith('acknowledgement '));
}

async function accountsKept(): Promise<Set<string>> {
  const prefixes = [lastKnownDatabase(''), outboxDatabase('')];
  const names = (await databases()).flatMap((database) =>
    prefixes
      .filter((prefix) => database.startsWith(prefix))
      .map(({ length }) => database.slice(length)),
  );
  return new Set(names);
}

/** To open one that is not there would create it. */
async function erase(wanted: readonly string[]): Promise<void> {
  const found = (await databases()).filter((name) => wanted.includes(name));
  await Promise.all(found.map((name) => openKeyValue(name).erase()));
}

async function databases(): Promise<string[]> {
  return (await indexedDB.databases()).map(({ name = '' }) => name);
}
