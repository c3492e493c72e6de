import type { ViewEntry } from './messages.ts';

/** What one sister said of the mesh. */
export interface SaidView {
  /** Platform id of who said it. */
  readonly from: string;
  readonly view: readonly ViewEntry[];
}

/** One sister sees a platform answering that another node does not, or the other way round. */
export interface Disagreement {
  readonly from: string;
  /** The platform they disagree about. */
  readonly about: string;
  readonly theirs: ViewEntry['status'];
  readonly ours: ViewEntry['status'];
}

/**
 * Compares what sisters said with what this node sees. About itself it is always there; platforms that
 * it does not know, and what a sister says of herself, are passed over.
 */
export function disagreementsOf(
  self: string,
  own: readonly ViewEntry[],
  said: readonly SaidView[],
): Disagreement[] {
  const ours = new Map(own.map(({ platform, status }) => [platform, status]));
  ours.set(self, 'connected');
  return said.flatMap(({ from, view }) =>
    view.flatMap(({ platform: about, status: theirs }) => {
      const mine = ours.get(about);
      if (mine === undefined || about === from) return [];
      return answers(mine) === answers(theirs) ? [] : [{ from, about, theirs, ours: mine }];
    }),
  );
}

const answers = (status: ViewEntry['status']) => status !== 'error';
