import type { ReactNode } from 'react';
import { Placeholder } from '../placeholder/placeholder.tsx';
import styles from './facts.module.css';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  /** The value is long: it has a line of its own, below its name. */
  readonly wide?: boolean;
}

/** Names and values, a line each. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, wide }) => (
        <div key={name} className={styles.fact} data-wide={wide}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FactsPlaceholderProps {
  /** Of the facts that will come. */
  names: readonly string[];
  /** The one whose value will have a line of its own. */
  wide?: string;
}

/** As many lines as there will be, so that nothing moves when they come. */
export function FactsPlaceholder({ names, wide }: FactsPlaceholderProps) {
  return (
    <div className={styles.facts} aria-hidden="true">
      {names.map((name) => (
        <div key={name} className={styles.fact} data-wide={name === wide}>
          <Placeholder width="40%" height="1.5em" />
          {name === wide ? <Placeholder className={styles.value ?? ''} height="1.5em" /> : null}
        </div>
      ))}
    </div>
  );
}
