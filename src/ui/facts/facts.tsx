import type { ReactNode } from 'react';
import { Placeholder } from '../placeholder/placeholder.tsx';
import styles from './facts.module.css';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names and values, a line each. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** As many lines as there will be, so that nothing moves when they come. */
export function FactsPlaceholder({ names }: { names: readonly string[] }) {
  return (
    <div className={styles.facts} aria-hidden="true">
      {names.map((name) => (
        <div key={name} className={styles.fact}>
          <Placeholder width="40%" height="1.5em" />
        </div>
      ))}
    </div>
  );
}
