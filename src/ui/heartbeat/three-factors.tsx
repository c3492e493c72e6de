import { Panel } from '../panel/panel.tsx';
import styles from './heartbeat.module.css';

const FACTORS = [
  {
    name: 'Real Server',
    text: 'The peer answers a signed question at its own address before the deadline: somebody is really there.',
  },
  {
    name: 'Outbound Callback',
    text: 'The peer calls back to this console with the challenge it was given: it can reach us, not only be reached.',
  },
  {
    name: 'Well-known File',
    text: 'The peer publishes the signed challenge under its well-known path: it controls the address that it claims.',
  },
];

/** What the Route66 three-factor proof asks of a peer. Words alone: nothing here is measured. */
export function ThreeFactors() {
  return (
    <Panel title="Route66 Three-Factor Proof">
      <ol className={styles.factors}>
        {FACTORS.map((factor, i) => (
          <li key={factor.name} className={styles.factor}>
            <span className={styles.number} aria-hidden="true">
              {i + 1}
            </span>
            <div>
              <h3 className={styles.factorName}>{factor.name}</h3>
              <p className={styles.factorText}>{factor.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
