import type { PlatformVerdict } from '../../../contract/shapes/witness.ts';
import type { JudgedPlatform } from './verdict.ts';

/** How many names a sentence lists; the rest is counted. */
const NAMED_MAX = 3;

interface TextOptions {
  /** Of the platform. */
  readonly name: string;
  readonly nameOf: (id: string) => string;
  /** Whether this node reaches it; undefined: it has not measured it. */
  readonly reaches: boolean | undefined;
  /** Whether an answer came, which this node does not accept. */
  readonly isAnswered: boolean;
}

/** @returns the verdict with its reason, without a full stop, such as 'The line to Harbor is down; Forge and Signal reach it' */
export function verdictText(judged: JudgedPlatform, options: TextOptions): string {
  const { name, nameOf, reaches, isAnswered } = options;
  const list = (ids: readonly string[]) => listed(ids.map(nameOf));
  const { reachedBy, missedBy, disputed } = judged;
  const reached = `${list(reachedBy)} ${reachedBy.length === 1 ? 'reaches' : 'reach'} it`;
  const missed = `${list(missedBy)} ${doOrDoes(missedBy)} not reach it`;
  const either = reaches === false ? ' either' : '';
  const line = isAnswered
    ? `This node accepts no answer of ${name}`
    : `The line to ${name} is down`;
  const cut = missedBy.filter((id) => !disputed.includes(id));
  const missing = [...(reaches === false ? ['this node'] : []), ...missedBy.map(nameOf)];
  const texts: Record<PlatformVerdict, string> = {
    up: reachedBy.length > 0 ? reached : `${name} answers this node`,
    down: `${name} is down: ${missed}${either}`,
    'cut-off-from-us': `${line}; ${reached}${cut.length === 0 ? '' : `, ${list(cut)} ${doOrDoes(cut)} not`}`,
    'cut-off-from-some': `${name} is up, but cut off from ${list(cut)}`,
    disputed: `${reached}; ${listed(missing)} ${doOrDoes(missing)} not`,
    'not-known':
      missedBy.length === 0
        ? `No other node has measured ${name} since`
        : `${missed}${either}, but too few nodes say so`,
  };
  const says = disputed.length === 1 ? 'says' : 'say';
  const dispute = disputed.length === 0 ? '' : `. Disputed: ${list(disputed)} ${says} the opposite`;
  return `${texts[judged.verdict]}${dispute}`;
}

const doOrDoes = (names: readonly string[]) => (names.length === 1 ? 'does' : 'do');

/** @returns such as 'This node is cut off: 4 of 6 lines are down at once' */
export const cutOffText = (down: number, lines: number): string =>
  `This node is cut off: ${down} of ${lines} lines are down at once`;

function listed(names: readonly string[]): string {
  const more = names.length - NAMED_MAX;
  if (more > 0) return `${names.slice(0, NAMED_MAX).join(', ')} and ${more} more`;
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
