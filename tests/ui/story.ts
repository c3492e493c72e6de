import type { ReactNode } from 'react';

/** A component in each of its states, for the developers' gallery and its test. Never part of the console. */
export interface StorySet {
  readonly title: string;
  /** Each takes the whole page, so they are shown one at a time. */
  readonly alone?: boolean;
  /** By the name of the state, or of the states when several are seen best side by side. */
  readonly stories: Readonly<Record<string, () => ReactNode>>;
}

/** What events of a story come to. */
export const nothing = (): void => undefined;
