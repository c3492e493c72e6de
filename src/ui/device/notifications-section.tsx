import { PUSH_KINDS, type PushKind } from '../../../contract/shapes/push.ts';
import { ageText } from '../age/age-text.ts';
import { Button } from '../button/button.tsx';
import { Facts } from '../facts/facts.tsx';
import { DeviceActions, DeviceSection, DeviceText } from './device-dialog.tsx';
import styles from './notifications.module.css';
import {
  KIND_WORDS,
  type NotificationsStage,
  REACH_WORDS,
  type ServerReach,
  STAGE_WORDS,
  type TestStage,
  testWords,
} from './notifications-words.ts';

export interface NotificationsSectionProps {
  stage: NotificationsStage;
  kinds: readonly PushKind[];
  busy: 'turning' | 'choosing' | undefined;
  /** Why the last order was not carried out. */
  trouble: string | undefined;
  test: TestStage;
  /** This device's clock, epoch milliseconds; undefined when none ever came. */
  lastAt: number | undefined;
  /** This device's clock. */
  now: number;
  /** Undefined when the server has not said. */
  reach: ServerReach | undefined;
  onTurnOn: () => void;
  onTurnOff: () => void;
  onKinds: (kinds: readonly PushKind[]) => void;
  onTest: () => void;
}

/** Whether this device is told of trouble while nobody looks, and the proof that it is. */
export function NotificationsSection(props: NotificationsSectionProps) {
  const { stage, busy, trouble, test } = props;
  return (
    <DeviceSection title="Notifications">
      <div role="status">
        <DeviceText>{STAGE_WORDS[stage]}</DeviceText>
        {trouble === undefined ? null : <p className={styles.trouble}>{trouble}</p>}
      </div>
      {stage === 'on' ? <WhatIsTold {...props} /> : null}
      {stage === 'on' ? (
        <p className={styles.test} role="status" data-stage={test.stage}>
          {testWords(test)}
        </p>
      ) : null}
      {stage === 'on' || stage === 'off' ? (
        <DeviceActions>
          {stage === 'on' ? (
            <>
              <Button
                busy={test.stage === 'sending' || test.stage === 'waiting'}
                onClick={props.onTest}
              >
                Send a test
              </Button>
              <Button busy={busy === 'turning'} onClick={props.onTurnOff}>
                Turn off
              </Button>
            </>
          ) : (
            <Button kind="primary" busy={busy === 'turning'} onClick={props.onTurnOn}>
              Turn on notifications
            </Button>
          )}
        </DeviceActions>
      ) : null}
    </DeviceSection>
  );
}

function WhatIsTold(props: NotificationsSectionProps) {
  const { kinds, busy, lastAt, now, reach, onKinds } = props;
  function toggle(kind: PushKind): void {
    const chosen = PUSH_KINDS.filter((one) => kinds.includes(one) !== (one === kind));
    onKinds(chosen);
  }
  return (
    <>
      <fieldset className={styles.kinds} disabled={busy !== undefined}>
        <legend className={styles.legend}>Tell this device when</legend>
        {PUSH_KINDS.map((kind) => (
          <label key={kind} className={styles.kind}>
            <input type="checkbox" checked={kinds.includes(kind)} onChange={() => toggle(kind)} />
            {KIND_WORDS[kind]}
          </label>
        ))}
      </fieldset>
      <Facts
        facts={[
          {
            name: 'Last received',
            value: lastAt === undefined ? 'None yet' : ageText(lastAt, now),
          },
          { name: 'Push service', value: reach === undefined ? 'Not known' : REACH_WORDS[reach] },
        ]}
      />
    </>
  );
}
