import type { Incident } from '../../../contract/shapes/incident.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { useLoading } from '../../ui/use-loaded.ts';
import styles from './problem-row.module.css';

interface ProblemActionsPlaceProps {
  incident: Incident;
  /** 'Archive is down' */
  title: string;
  /** Without the menu. */
  isShort?: boolean;
}

/**
 * What can be done about an open incident, in its own place: what is beside it stays where it is when that has loaded. Whoever
 * may never do it gets no button.
 */
export function ProblemActionsPlace(props: ProblemActionsPlaceProps) {
  const isAllowed = useDisabledReason('acknowledgeIncident') === undefined;
  const { component: ProblemActions } = useLoading(loadProblemActions, isAllowed);
  if (!isAllowed) return null;
  return ProblemActions ? <ProblemActions {...props} /> : <div className={styles.actions} />;
}

const loadProblemActions = async () => (await import('./problem-actions.tsx')).ProblemActions;
