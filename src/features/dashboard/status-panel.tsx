import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import type { StatusItem } from './status-items.ts';
import styles from './status-panel.module.css';

interface StatusPanelProps {
  title: string;
  items: readonly StatusItem[];
  footer: ReactNode;
}

/** A list of parts and what each is for. It describes and measures nothing, so it shows no status colours. */
export function StatusPanel({ title, items, footer }: StatusPanelProps) {
  return (
    <Panel title={title} footer={footer}>
      <dl className={styles.items}>
        {items.map((item) => (
          <div key={item.name}>
            <dt className={styles.name}>{item.name}</dt>
            <dd className={styles.text}>{item.text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
