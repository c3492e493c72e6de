import { type KeyboardEvent, useState } from 'react';
import { keyOutcome, type ListState } from './select-keys.ts';
import { NOTHING_TYPED } from './type-ahead.ts';

interface List {
  readonly open: boolean;
  /** Index of the option at hand. */
  readonly active: number;
  readonly toggle: () => void;
  readonly close: () => void;
  readonly choose: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The state of a list of options, moved by keys and presses.
 *
 * @param texts of the options
 * @param chosen index of the one that holds now
 */
export function useList(
  texts: readonly string[],
  chosen: number,
  onChoose: (index: number) => void,
): List {
  const [state, setState] = useState<ListState>({ open: false, active: 0, typed: NOTHING_TYPED });
  const { open, active, typed } = state;
  const close = () => setState((now) => ({ ...now, open: false }));

  function choose(index: number): void {
    if (index !== chosen) onChoose(index);
    close();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const outcome = keyOutcome(
      texts,
      open ? state : { ...state, active: chosen },
      event.nativeEvent,
    );
    if (!outcome) return;
    if (outcome.does !== 'choose-and-leave') event.preventDefault();
    if ('active' in outcome)
      setState({ open: true, active: outcome.active, typed: outcome.typed ?? NOTHING_TYPED });
    else if (outcome.does === 'close') close();
    else choose(active);
  }

  return {
    open,
    active,
    toggle: () => setState({ open: !open, active: chosen, typed }),
    close,
    choose,
    onKeyDown,
  };
}
