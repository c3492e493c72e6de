import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import styles from './open-incidents.module.css';

interface OpenIncidentsFrameProps {
  /** Stands in the place of the link to all incidents. */
  action?: ReactNode;
  isBusy?: boolean;
  children?: ReactNode;
}

/** Has the height of one incident, whether there is one or not: what is below it stays where it is. */
export function OpenIncidentsFrame({ action, isBusy = false, children }: OpenIncidentsFrameProps) {
  return (
    <Panel flush title="Open incidents" actions={action ?? <AllIncidents />} aria-busy={isBusy}>
      <div className={styles.rows}>{children}</div>
    </Panel>
  );
}

const AllIncidents = () => (
  <Button size="xs" renderRoot={(link) => <Link to="/incidents" {...link} />}>
    All incidents
  </Button>
);
