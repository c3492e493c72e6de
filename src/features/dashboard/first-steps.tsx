import { useState } from 'react';
import { useDisabledReason, useRole } from '../../console/permissions.ts';
import { useReadData } from '../../console/reads.ts';
import { deviceStorage } from '../../device/storage.ts';
import { alertedBy, isDutyUnreachable } from '../../domain/alert-reach.ts';
import { extra } from '../../ui/extra.tsx';
import panelStyles from '../../ui/panel.module.css';
import type { FirstStepProps } from './first-step.tsx';
import styles from './first-steps.module.css';

const FirstStep = extra(async () => (await import('./first-step.tsx')).FirstStep);

const HIDDEN = 'first-steps-hidden';

/** @returns whether nobody else has an account; undefined while that is not known */
function useIsAlone(isAdmin: boolean): boolean | undefined {
  const wasAlone = useReadData('session')?.onlyAccount;
  // The session is read seldom, and an earlier server does not say it there.
  const people = useReadData('people', isAdmin && wasAlone !== false ? {} : null);
  return people ? people.length === 1 : wasAlone;
}

/** What a server needs to be of use, until it is done, and a rota that reaches nobody: each in its place, which it fills late. */
export function FirstSteps() {
  const isAdmin = useRole() === 'admin';
  const mayChangeRota = !useDisabledReason('changeRota');
  const isAlone = useIsAlone(isAdmin);
  const platforms = useReadData('connections');
  const rules = useReadData('alertRules');
  const channels = useReadData('alertChannels');
  const [isHidden, setHidden] = useState(() => deviceStorage.get(HIDDEN) !== undefined);
  if (!platforms || !rules || !channels) return null;
  const own = platforms.filter(({ simulated }) => !simulated).length;
  const ways = alertedBy(rules, channels).length;
  const isOpen = isAdmin && !isHidden && (own === 0 || ways === 0 || isAlone);
  const steps: [FirstStepProps['step'], boolean | undefined, FirstStepProps['count']][] = [
    ['platforms', isOpen, own],
    // Hiding the steps hides no trouble.
    ['alerts', isOpen || (isAdmin && ways === 0), ways],
    ['people', isOpen && isAlone !== undefined, isAlone ? 0 : undefined],
    ['duty', mayChangeRota && isDutyUnreachable(channels), 0],
  ];
  const shown = steps.filter(([, isShown]) => isShown);
  const hide = () => setHidden(deviceStorage.set(HIDDEN, 'yes'));
  return shown.length === 0 ? null : (
    <ul className={`${panelStyles.card} ${styles.steps}`} data-screen-only="">
      {shown.map(([step, , count]) => (
        <li key={step}>
          <FirstStep {...{ step, count }} onHide={hide} />
        </li>
      ))}
    </ul>
  );
}
