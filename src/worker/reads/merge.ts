import { ACTIVITY } from '../../../contract/limits.ts';
import type { Change } from '../../../contract/live.ts';

/**
 * Pure: what a read's answer becomes by a live message. Rows that did not change stay the same objects.
 *
 * @param read parses an answer of this read; undefined: it is not one
 * @returns undefined when the message does not fit the data; then only reading again helps
 */
export function merge(
  data: unknown,
  change: Pick<Change, 'op' | 'data'>,
  read: (answer: unknown) => unknown,
): unknown {
  if (change.op === 'replace') return share(data, read(change.data));
  if (change.op === 'prepend') return prepend(data, read(change.data));
  if (change.op === 'remove') return removeRow(data, change.data);
  return Array.isArray(data) ? patchRows(data, change.data, read) : patchObject(data, change, read);
}

function prepend(data: unknown, rows: unknown): unknown {
  if (!Array.isArray(data) || !Array.isArray(rows)) return undefined;
  const isNew = newTo(rows);
  const rest = data.every(isNew) ? data : data.filter(isNew);
  const room = Math.max(0, ACTIVITY.ringMax - rows.length);
  return [...rows.slice(0, ACTIVITY.ringMax), ...rest.slice(0, room)];
}

/** @returns whether a row is none of these */
function newTo(rows: readonly unknown[]): (row: unknown) => boolean {
  if (rows.length === 1) {
    const id = idOf(rows[0]);
    return (row) => idOf(row) !== id;
  }
  const ids = new Set(rows.map(idOf));
  return (row) => !ids.has(idOf(row));
}

function removeRow(rows: unknown, row: unknown): unknown {
  if (!Array.isArray(rows) || idOf(row) === undefined) return undefined;
  return share(rows, rows.filter(newTo([row])));
}

/** @param patch the changed fields of a row, or of several */
function patchRows(
  rows: readonly unknown[],
  patch: unknown,
  read: (answer: unknown) => unknown,
): unknown {
  const list = Array.isArray(patch) ? patch : [patch];
  const changes = new Map(list.filter(isRecord).map((fields) => [idOf(fields), fields]));
  const known = rows.filter((row) => changes.has(idOf(row)));
  if (known.length === 0 || known.length < changes.size) return undefined;
  const patched = read(known.map((row) => ({ ...(row as object), ...changes.get(idOf(row)) })));
  if (!Array.isArray(patched)) return undefined;
  const next = new Map(patched.map((row) => [idOf(row), row]));
  return rows.map((row) => next.get(idOf(row)) ?? row);
}

function patchObject(
  data: unknown,
  change: Pick<Change, 'data'>,
  read: (answer: unknown) => unknown,
): unknown {
  if (!isRecord(data) || !isRecord(change.data)) return undefined;
  return share(data, read({ ...data, ...change.data }));
}

/**
 * A snapshot of a log holds its newest rows; older ones that are known and join on to it stay.
 *
 * @returns the snapshot, with the known rows that follow its last one
 */
export function adoptTail(known: unknown, snapshot: unknown): unknown {
  if (!Array.isArray(known) || !Array.isArray(snapshot) || snapshot.length === 0) return snapshot;
  const last = snapshot.at(-1);
  // The same row whole: a server that was restored gives the same ids again.
  const joint = known.findIndex((row) => idOf(row) === idOf(last) && share(row, last) === row);
  return joint < 0 ? snapshot : [...snapshot, ...known.slice(joint + 1)].slice(0, ACTIVITY.ringMax);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function idOf(row: unknown): unknown {
  return isRecord(row) ? row.id : undefined;
}

/**
 * Pure: the new value, built from parts of the old one wherever they are equal. Rows are matched by `id`, so a
 * list that moved down by one keeps its rows. What compares with `===` afterwards has not changed.
 */
export function share(old: unknown, next: unknown): unknown {
  if (Object.is(old, next)) return old;
  if (Array.isArray(old) && Array.isArray(next)) return shareRows(old, next);
  if (isRecord(old) && isRecord(next)) return shareFields(old, next);
  return next;
}

function shareRows(old: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const byId = new Map(old.filter(isRecord).map((row) => [row.id, row]));
  const rows = next.map((row, i) =>
    share(isRecord(row) && row.id !== undefined ? byId.get(row.id) : old[i], row),
  );
  return rows.length === old.length && rows.every((row, i) => row === old[i]) ? old : rows;
}

function shareFields(
  old: Record<string, unknown>,
  next: Record<string, unknown>,
): Record<string, unknown> {
  const names = Object.keys(next);
  const fields = Object.fromEntries(names.map((name) => [name, share(old[name], next[name])]));
  const same =
    names.length === Object.keys(old).length &&
    names.every((name) => name in old && fields[name] === old[name]);
  return same ? old : fields;
}
