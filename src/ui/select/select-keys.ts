import { findTyped, stillTyping, type Typed, typeLetter } from './type-ahead.ts';

/** A list of options as the keyboard sees it: open or not, and which option is at hand. */
export interface ListState {
  readonly open: boolean;
  readonly active: number;
  readonly typed: Typed;
}

/** What a key asks for; undefined: it is not ours. */
export type KeyOutcome =
  | { readonly does: 'open' | 'move'; readonly active: number; readonly typed?: Typed }
  | { readonly does: 'choose' | 'choose-and-leave' | 'close' };

export interface Pressed {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  /** Milliseconds, of the same clock for every key. */
  readonly timeStamp: number;
}

const PAGE = 10;

/** Pure: what a key does to a select-only combobox (ARIA Authoring Practices). */
export function keyOutcome(
  texts: readonly string[],
  state: ListState,
  pressed: Pressed,
): KeyOutcome | undefined {
  const { key, altKey, ctrlKey, metaKey, timeStamp } = pressed;
  if (ctrlKey || metaKey) return undefined;
  const isSpaceOfText = key === ' ' && stillTyping(state.typed, timeStamp);
  if (key.length === 1 && !altKey && (key !== ' ' || isSpaceOfText)) {
    const typed = typeLetter(state.typed, key, timeStamp);
    const active = findTyped(texts, typed, state.active) ?? state.active;
    return { does: state.open ? 'move' : 'open', active, typed };
  }
  return state.open
    ? inOpenList(texts.length - 1, state.active, key, altKey)
    : atButton(texts, state, key);
}

function inOpenList(
  last: number,
  active: number,
  key: string,
  altKey: boolean,
): KeyOutcome | undefined {
  if (key === 'Escape') return { does: 'close' };
  if (key === 'Tab') return { does: 'choose-and-leave' };
  if (key === 'Enter' || key === ' ' || (altKey && key === 'ArrowUp')) return { does: 'choose' };
  const step = STEPS[key];
  if (step === undefined) return undefined;
  return { does: 'move', active: Math.max(0, Math.min(last, active + step)) };
}

function atButton(
  texts: readonly string[],
  { active }: ListState,
  key: string,
): KeyOutcome | undefined {
  if (key === 'Home') return { does: 'open', active: 0 };
  if (key === 'End') return { does: 'open', active: texts.length - 1 };
  if (['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key)) return { does: 'open', active };
  return undefined;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
