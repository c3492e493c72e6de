import { Link, useLocation } from '@tanstack/react-router';
import { useServerNow } from '../../console/connection.ts';
import { useDisabledReason } from '../../console/permissions.ts';
import { useKnownPlatforms } from '../../console/platforms.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import { incidentTitle } from '../../domain/incident-text.ts';
import { isInMaintenance, openIncidents, openWindows } from '../../domain/open-incidents.ts';
import { platformNames } from '../../domain/platform-name.ts';
import { ProblemActionsPlace } from '../incidents/problem-actions-place.tsx';
import styles from './shell.module.css';

const NOW_EVERY_MS = 10_000;
/** These say it themselves. */
const SAYS_IT = /^\/(?:dashboard|incidents|handover)/;

/** On a phone, above the links to the screens: the worst incident that nobody is on, to take it on with one press. */
export function UrgentBar() {
  const { pathname } = useLocation();
  const now = useServerNow(NOW_EVERY_MS);
  const platforms = useKnownPlatforms();
  const windows = openWindows(useReadData('maintenance'), now);
  const { data, age } = useRead('incidents');
  const [urgent] = openIncidents(data, now).filter(
    (one) => one.acknowledgement === null && !isInMaintenance(one, windows),
  );
  const mayTakeOn = useDisabledReason('acknowledgeIncident') === undefined;
  if (!urgent || !mayTakeOn || SAYS_IT.test(pathname)) return null;
  const title = incidentTitle(urgent, platformNames([urgent.platform], platforms), now);
  const isKnown = age === 'fresh';
  const status = urgent.drillUntil === null ? urgent.status : 'drill';
  return (
    <section
      aria-label="Nobody is on it"
      className={styles.urgent}
      data-status={isKnown ? status : 'unknown'}
    >
      <Link to="/incidents/$id" params={{ id: String(urgent.id) }}>
        {isKnown ? title : `Last known: ${title}`}
      </Link>
      <ProblemActionsPlace incident={urgent} title={title} isShort />
    </section>
  );
}
