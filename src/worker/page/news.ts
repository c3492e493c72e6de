import type { DataNews } from '../api.ts';

/**
 * The data after a push. Rows that the push does not name are taken over as they are, so an unchanged row
 * stays the same object and is not rendered again.
 *
 * @param known the data as the push before left it
 */
export function applyNews(known: unknown, news: DataNews): unknown {
  if (news.kind === 'same') return known;
  if (news.kind === 'gone') return undefined;
  if (news.kind === 'whole') return news.data;
  const rows: readonly unknown[] = Array.isArray(known) ? known : [];
  return news.pieces.flatMap((piece) =>
    'rows' in piece ? piece.rows : rows.slice(piece.from, piece.from + piece.count),
  );
}
