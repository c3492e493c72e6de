import type { ReactNode } from 'react';
import type { Place } from '../../../../contract/reached-at.ts';
import type { PlatformRow } from '../../../../contract/shapes/platform.ts';
import type { Controls } from './controls.tsx';

/** What a kind of platform is to whoever sets one up. */
export interface Kind<Values extends object = object> {
  /** What somebody has who adds one. */
  readonly has: string;
  /** When it is up. */
  readonly hint: string;
  readonly name: string;
  /** What is typed or pasted, with an example, and said where it is none; undefined: it is not called. */
  readonly address?: { readonly label: string; readonly example: string; readonly missing: string };
  /** What its form holds at first, beside what all have. Empty is none. */
  readonly values: Values;
  /** Of them, what is sent as it stands in the form. */
  readonly sent: readonly (keyof Values & string)[];
  /** @returns where it is reached. What is wrong with it the server says */
  place(pasted: string): Place;
  /** @returns what is sent beside that */
  payload?(values: Values): object;
  /** @returns what its form holds of one that is set up, where that is not as it was sent */
  stored?(row: PlatformRow): Partial<Values>;
  /** Fields of which one is to be thought, and those that most leave as they are. */
  main?(fields: Fields<Values>): ReactNode;
  more?(fields: Fields<Values>): ReactNode;
}

interface Fields<Values> {
  readonly values: Values;
  readonly controls: Controls;
  /** That is changed; undefined: a new one. */
  readonly row: PlatformRow | undefined;
}

export type Typed = number | string;

export const MISSING_URL = 'Enter an http: or https: address';

/** @returns the address; its scheme may be left out */
export function urlIn(text: string): string {
  const whole = !text || /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(whole) ? new URL(whole).href : text;
}
