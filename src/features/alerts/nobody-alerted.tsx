import { Link } from '@tanstack/react-router';
import { useRole } from '../../console/permissions.ts';
import { useRead } from '../../console/reads.ts';
import { isNobodyAlerted } from '../../domain/alert-reach.ts';
import styles from './nobody-alerted.module.css';

/** Says to admins, while it is so, that nobody would be alerted of anything, with the way to the rules, which have the switch for this device. */
export function NobodyAlerted() {
  const isAdmin = useRole() === 'admin';
  const rules = useRead('alertRules').data;
  const channels = useRead('alertChannels').data;
  if (!isAdmin || !rules || !channels || !isNobodyAlerted(rules, channels)) return null;
  return (
    <div role="status" className={styles.row}>
      <strong>Nobody would be alerted when a platform goes down.</strong>
      <Link to="/alerts">Alert rules</Link>
    </div>
  );
}
