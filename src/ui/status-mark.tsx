import type { Age } from '../shared/model.ts';
import styles from './status-mark.module.css';

/** The shape drawn on a 12-unit square; each is distinct without its colour. */
const SHAPES: Record<string, { path: string; word: string; color: string }> = {
  connected: {
    path: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1Z',
    word: 'Connected',
    color: 'green',
  },
  warning: { path: 'M6 1 11.6 11H.4Z', word: 'Slow', color: 'yellow' },
  error: {
    path: 'M2.8 1 6 4.2 9.2 1 11 2.8 7.8 6 11 9.2 9.2 11 6 7.8 2.8 11 1 9.2 4.2 6 1 2.8Z',
    word: 'Down',
    color: 'red',
  },
  // A wrench: down or slow in a maintenance window.
  maintenance: {
    path: 'M8.2.6a3.4 3.4 0 0 0-3.4 4.5L.9 9A1.5 1.5 0 0 0 3 11.1L6.9 7.2a3.4 3.4 0 0 0 4.2-4.7L9 4.6 7.4 3 9.5.9A3.4 3.4 0 0 0 8.2.6Z',
    word: 'Maintenance',
    color: 'blue',
  },
  // An arrow from elsewhere: down or slow because of another.
  affected: { path: 'M1 1h2v5h4V3l5 4-5 4V8H1Z', word: 'Affected', color: 'dimmed' },
  paused: { path: 'M2.5 1.5h2.6v9H2.5ZM6.9 1.5h2.6v9H6.9Z', word: 'Paused', color: 'dimmed' },
};
const UNKNOWN = {
  path: 'M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1Zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  word: 'Unknown',
  color: 'dimmed',
};

/** The shape alone, where the words beside it say what it is of. */
export function StatusShape({ status }: { status: string }) {
  return drawShape(status, shapeOf(status).color);
}

/** @param color undefined: that of what is around it */
function drawShape(status: string, color?: string) {
  return (
    <svg viewBox="0 0 12 12" className={styles.shape} data-color={color} aria-hidden="true">
      <path d={statusPath(status)} fillRule="evenodd" />
    </svg>
  );
}

export interface StatusMarkProps {
  /** connected, warning, error, maintenance, affected, drill, paused; any other value reads Unknown. */
  status: string;
  /**
   * Show the word beside the shape, and that it is a drill; without it the word is there for screen readers only, and
   * what stands beside it says DRILL.
   */
  word?: boolean;
  /** stale: the shape and word of what was, without its colour; unknown: none is claimed. */
  age?: Age;
}

/** @returns the shape for a platform's status, drawn on a 12-unit square */
const statusPath = (status: string) => shapeOf(status).path;

/** @returns the word for a platform's status; 'Unknown' for one that is none */
export const statusWord = (status: string) =>
  `${isDrill(status) ? 'DRILL ' : ''}${shapeOf(status).word}`;

/** A platform's status by shape, colour and word. */
export function StatusMark({ status, word = false, age = 'fresh' }: StatusMarkProps) {
  const claimed = age === 'unknown' ? age : status;
  const { color, word: text } = shapeOf(claimed);
  return (
    <span className={styles.mark} data-color={age === 'fresh' ? color : 'dimmed'}>
      {drawShape(claimed)}
      <span className={word ? undefined : 'visually-hidden'}>{text}</span>
      {word && isDrill(claimed) ? <strong className={styles.drill}>DRILL</strong> : null}
    </span>
  );
}

/** Whether a platform with this status only pretends to be down. */
export const isDrill = (status: string) => status === 'drill';

function shapeOf(status: string) {
  const shown = isDrill(status) ? 'error' : status;
  return (Object.hasOwn(SHAPES, shown) ? SHAPES[shown] : undefined) ?? UNKNOWN;
}
