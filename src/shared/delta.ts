import type { Entry, WorkerStatus } from './model.ts';

/** What the worker pushes to the page, one message a frame: only what changed since the push before. */
export interface Push {
  readonly number: number;
  readonly entries?: readonly EntryDelta[];
  /** Everything known before is void: the account was closed. */
  readonly cleared?: boolean;
  readonly status?: WorkerStatus;
}

/** An entry whose data is sent whole, or as what changed against the last push of this key. */
export type EntryDelta = Omit<Entry, 'data'> & { readonly delta: DataDelta };

export type DataDelta =
  | { readonly kind: 'same' }
  /** Too much is known: this read, which nobody subscribes to, was dropped. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'whole'; readonly data: unknown }
  | { readonly kind: 'rows'; readonly pieces: readonly RowPiece[] };

/** Rows of the list as the receiver has it, or new ones. */
type RowPiece =
  | { readonly from: number; readonly count: number }
  | { readonly rows: readonly unknown[] };

/**
 * The data after a push. Rows that the delta does not name are taken over as they are, so an unchanged row
 * stays the same object and is not rendered again.
 *
 * @param known the data as the push before left it
 */
export function applyDelta(known: unknown, delta: DataDelta): unknown {
  if (delta.kind === 'same') return known;
  if (delta.kind === 'gone') return undefined;
  if (delta.kind === 'whole') return delta.data;
  const rows: readonly unknown[] = Array.isArray(known) ? known : [];
  return delta.pieces.flatMap((piece) =>
    'rows' in piece ? piece.rows : rows.slice(piece.from, piece.from + piece.count),
  );
}

/**
 * What changed between `sent` and `data`. Of a list only rows that the receiver does not have are sent; the
 * others are named by their place. Rows are compared by identity, which merging keeps.
 */
export function diffData(sent: unknown, data: unknown): DataDelta {
  if (sent === data) return { kind: 'same' };
  if (!Array.isArray(sent) || !Array.isArray(data)) return { kind: 'whole', data };
  const pieces = rowsInFront(sent, data) ?? piecesOf(sent, data);
  return pieces.every((piece) => 'rows' in piece)
    ? { kind: 'whole', data }
    : { kind: 'rows', pieces };
}

/** @returns undefined when the list is not new rows in front of what was sent, which is the common case */
function rowsInFront(
  sent: readonly unknown[],
  data: readonly unknown[],
): readonly RowPiece[] | undefined {
  const from = data.indexOf(sent[0]);
  if (from < 1) return undefined;
  const known = data.slice(from);
  if (known.some((row, i) => row !== sent[i])) return undefined;
  const rows = data.slice(0, from);
  const fresh = new Set(rows);
  // A row that was further down and is in front now was sent already.
  if (sent.slice(known.length).some((row) => fresh.has(row))) return undefined;
  return [{ rows }, { from: 0, count: known.length }];
}

function piecesOf(sent: readonly unknown[], data: readonly unknown[]): readonly RowPiece[] {
  const places = new Map(sent.map((row, i) => [row, i]));
  const pieces: (KnownRows | NewRows)[] = [];
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

interface KnownRows {
  readonly from: number;
  count: number;
}

interface NewRows {
  readonly rows: unknown[];
}
