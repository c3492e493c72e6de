import type { DataNews, RowPiece } from '../api.ts';

/**
 * Pure: how the page learns of data when it has `told` already. Of a list only rows that it does not have
 * cross; the others are named by their place. Rows are compared by identity, which merging keeps.
 */
export function newsOf(told: unknown, data: unknown): DataNews {
  if (told === data) return { kind: 'same' };
  if (!Array.isArray(told) || !Array.isArray(data)) return { kind: 'whole', data };
  const pieces = joinOn(told, data) ?? piecesOf(told, data);
  return pieces.every((piece) => 'rows' in piece)
    ? { kind: 'whole', data }
    : { kind: 'rows', pieces };
}

/** @returns undefined when the list is not new rows in front of what was told, which is the common case */
function joinOn(
  told: readonly unknown[],
  data: readonly unknown[],
): readonly RowPiece[] | undefined {
  const from = data.indexOf(told[0]);
  if (from < 1) return undefined;
  const known = data.slice(from);
  if (known.some((row, i) => row !== told[i])) return undefined;
  const rows = data.slice(0, from);
  const fresh = new Set(rows);
  // A row that was further down and is in front now was told already.
  if (told.slice(known.length).some((row) => fresh.has(row))) return undefined;
  return [{ rows }, { from: 0, count: known.length }];
}

function piecesOf(told: readonly unknown[], data: readonly unknown[]): readonly RowPiece[] {
  const places = new Map(told.map((row, i) => [row, i]));
  const pieces: (Run | Fresh)[] = [];
  for (const row of data) {
    const place = places.get(row);
    const last = pieces.at(-1);
    if (place === undefined) {
      if (last && 'rows' in last) last.rows.push(row);
      else pieces.push({ rows: [row] });
    } else if (last && 'from' in last && last.from + last.count === place) last.count += 1;
    else pieces.push({ from: place, count: 1 });
  }
  return pieces;
}

interface Run {
  readonly from: number;
  count: number;
}

interface Fresh {
  readonly rows: unknown[];
}
