import type { PublicState } from '../../contract/shapes/status-summary.ts';
import { type Markup, markup } from '../http/markup.ts';
import type { PublicStatus } from './public-status.ts';
import { clockText, verdictOf, worstOf } from './texts.ts';

/** White text on each reaches 4.5:1. */
const COLORS: Readonly<Record<PublicState, string>> = {
  up: '#08694a',
  slow: '#7d4e00',
  down: '#a92c1b',
  planned: '#1b56a8',
  'not-measured': '#56667d',
};
/** Of a letter at this size, about; the text is fitted to it. */
const LETTER = 6.5;
const PADDING = 6;

/** One line for other sites: the state of all. */
export function badgeOf(status: PublicStatus): Markup {
  const { isCurrent, asOf } = status;
  const verdict = verdictOf(status);
  const text = isCurrent ? verdict : `${verdict} at ${clockText(asOf)} UTC`;
  const width = Math.round(text.length * LETTER);
  const whole = width + 2 * PADDING;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="20" role="img" aria-label="Status: ${text}"><title>Status: ${text}</title>
<rect width="${whole}" height="20" rx="4" fill="${COLORS[worstOf(status)]}"/>
<text x="${PADDING}" y="14" textLength="${width}" fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">${text}</text></svg>`;
}
