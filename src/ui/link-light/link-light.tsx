import type { ReactNode } from 'react';
import { Age } from '../age/age.tsx';
import { Flyout } from '../flyout/flyout.tsx';
import styles from './link-light.module.css';
import { LINK_WORDS, type LinkStateName } from './link-words.ts';

export interface LinkLightProps {
  state: LinkStateName;
  /** When the server was last heard, or when the state began: server time, epoch milliseconds. */
  at: number | undefined;
  now: number;
  /** The other line, which this light never speaks for: the server to the platforms. */
  mesh: ReactNode;
}

/** The small light that is always there: how this screen is linked to the server, and how old that news is. */
export function LinkLight({ state, at, now, mesh }: LinkLightProps) {
  const { word, tone, sentence } = LINK_WORDS[state];
  return (
    <Flyout
      label="Link to the server"
      hasWords
      className={styles.light}
      face={
        <>
          <span className={styles.lamp} data-tone={tone} aria-hidden="true" />
          <span className={styles.word}>{word}</span>
          {at === undefined ? null : <Age at={at} now={now} />}
        </>
      }
    >
      <dl className={styles.lines}>
        <dt>This screen to the server</dt>
        <dd>
          <strong>{word}.</strong> {sentence}
        </dd>
        <dt>The server to the platforms</dt>
        <dd>{mesh}</dd>
      </dl>
    </Flyout>
  );
}
