import type { ReadName } from '../../../contract/calls.ts';
import { keyOf, type PathParams } from '../../../contract/paths.ts';
import { textOf } from './store.ts';

/** A read that somebody wants. */
export interface ReadWish {
  readonly name: ReadName;
  readonly params: PathParams;
}

/** @returns the text of the key that is wished for */
export function wishText(wish: ReadWish): string {
  return textOf(keyOf(wish.name, wish.params));
}
