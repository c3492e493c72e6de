import { Link } from '@tanstack/react-router';
import { useRole } from '../../console/permissions.ts';
import { useReadData } from '../../console/reads.ts';
import { isNobodyAlerted } from '../../domain/alert-reach.ts';
import styles from './nobody-alerted.module.css';

/** @returns whether this account's owner is to know that nobody would be alerted of anything: an admin */
export function useNobodyAlerted(): boolean {
  const isAdmin = useRole() === 'admin';
  const rules = useReadData('alertRules');
  const channels = useReadData('alertChannels');
  return (
    isAdmin && rules !== undefined && channels !== undefined && isNobodyAlerted(rules, channels)
  );
}

/** Says so, with the way to the rules, which have the switch for this device. */
export function NobodyAlerted() {
  return (
    <div role="status" className={styles.row}>
      <strong>Nobody would be alerted when a platform goes down.</strong>
      <Link to="/alerts">Alert rules</Link>
    </div>
  );
}
