import type { Statement, Witnesses } from '../../contract/shapes/witness.ts';

/** Who sees whom, in words. */

/** @returns what a node's measurement of another is, in one word; undefined for what is no measurement */
export const seenWord = (status: string | undefined): string | undefined =>
  status === undefined ? undefined : SEEN_WORDS[status];

const SEEN_WORDS: Readonly<Record<string, string>> = {
  connected: 'yes',
  warning: 'slow',
  error: 'no',
};

/** @returns such as 'reaches it slowly' */
export const seenText = (status: string): string =>
  ({ connected: 'reaches it', warning: 'reaches it slowly', error: 'does not reach it' })[status] ??
  'says nothing of it';

/** In a few words, beside the reason. */
export const VERDICT_WORDS: Readonly<Record<string, string | undefined>> = {
  up: 'up',
  down: 'down',
  'cut-off-from-us': 'line down',
  'cut-off-from-some': 'cut off from some',
  disputed: 'disputed',
  'not-known': 'not known',
};

/** The same, as statuses of a connection, for shapes and colours. */
export const VERDICT_STATUSES: Readonly<Record<string, string | undefined>> = {
  up: 'connected',
  down: 'error',
  'cut-off-from-us': 'warning',
  'cut-off-from-some': 'warning',
  disputed: 'warning',
};

/** @returns whether any other node says anything: an older one does not */
export const hasWitnesses = ({ nodes, statements }: Witnesses): boolean =>
  statements.some(({ from }) => from !== nodes[0]?.id);

/** @returns what each node says of one of them, by the id of who says it */
export const statementsAbout = ({ statements }: Witnesses, id: string) =>
  new Map<string, Statement>(
    statements.filter(({ about }) => about === id).map((one) => [one.from, one]),
  );
