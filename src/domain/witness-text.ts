import type { Statement, Witnesses } from '../../contract/shapes/witness.ts';

/** Who sees whom, in words. */

const SEEN: Readonly<Record<string, readonly [word: string, text: string]>> = {
  connected: ['yes', 'reaches it'],
  warning: ['slow', 'reaches it slowly'],
  error: ['no', 'does not reach it'],
};

/** @returns what a node's measurement of another is, in a word */
export const seenWord = (status = ''): string => SEEN[status]?.[0] ?? 'not known';

/** @returns such as 'reaches it slowly' */
export const seenText = (status: string): string => SEEN[status]?.[1] ?? 'says nothing of it';

const VERDICTS: Readonly<Record<string, readonly [word: string, status: string]>> = {
  up: ['up', 'connected'],
  down: ['down', 'error'],
  'cut-off-from-us': ['line down', 'warning'],
  'cut-off-from-some': ['cut off from some', 'warning'],
  disputed: ['disputed', 'warning'],
  'not-known': ['not known', ''],
};

/** @returns a verdict in a few words, and as a connection's status for shapes and colours */
export function verdictMark(verdict: string): { readonly word: string; readonly status: string } {
  const [word, status] = VERDICTS[verdict] ?? [verdict, ''];
  return { word, status };
}

/** @returns all of which there is a verdict: nodes, and platforms that peers look at for this one */
export const judgedIn = ({ nodes, platforms = [] }: Witnesses) => [...nodes, ...platforms];

/** @returns whether any other node says anything: an older one does not */
export const hasWitnesses = ({ nodes, statements }: Witnesses): boolean =>
  statements.some(({ from }) => from !== nodes[0]?.id);

/** @returns what each node says of one of them, by the id of who says it */
export const statementsAbout = ({ statements }: Witnesses, id: string) =>
  new Map<string, Statement>(
    statements.filter(({ about }) => about === id).map((one) => [one.from, one]),
  );
