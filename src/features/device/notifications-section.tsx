import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PUSH_KINDS, type PushKind } from '../../../contract/limits.ts';
import { followPushes, push, usePush } from '../../console/push.ts';
import type { PushState } from '../../shared/model.ts';
import { Section } from '../../ui/section.tsx';
import { KIND_LABELS, STAGE_TEXTS } from './device-texts.ts';

/** Whether this device gets push notifications. Checked each time it is shown: it may change elsewhere. */
export function NotificationsSection() {
  const { history } = useRouter();
  const state = usePush();
  useEffect(() => {
    push.look().catch(reportError);
  }, []);
  useEffect(() => {
    if (state.stage === 'on') followPushes((path) => history.push(path));
  }, [state.stage, history]);
  return (
    <NotificationsView
      {...state}
      onTurnOn={push.turnOn}
      onTurnOff={push.turnOff}
      onKinds={push.choose}
      onTest={push.test}
    />
  );
}

export interface NotificationsViewProps extends PushState {
  onTurnOn: () => void;
  onTurnOff: () => void;
  onKinds: (kinds: readonly PushKind[]) => void;
  onTest: () => void;
}

export function NotificationsView(props: NotificationsViewProps) {
  const { stage, trouble, isTested } = props;
  return (
    <Section title="Notifications" actions={<Actions {...props} />}>
      <div role="status">
        <Text size="sm">{STAGE_TEXTS[stage]}</Text>
        <Text size="sm" c={isTested ? 'green' : 'red'}>
          {isTested ? 'The test has arrived.' : trouble}
        </Text>
      </div>
      {stage === 'on' ? <Choices {...props} /> : null}
    </Section>
  );
}

function Actions({ stage, busy, onTurnOn, onTurnOff, onTest }: NotificationsViewProps) {
  if (stage === 'off') {
    return (
      <Button variant="filled" loading={busy === 'turning'} onClick={onTurnOn}>
        Turn on notifications
      </Button>
    );
  }
  if (stage !== 'on') return null;
  return (
    <>
      <Button loading={busy === 'testing'} onClick={onTest}>
        Send a test
      </Button>
      <Button loading={busy === 'turning'} disabled={busy === 'testing'} onClick={onTurnOff}>
        Turn off
      </Button>
    </>
  );
}

function Choices({ kinds, busy, onKinds }: NotificationsViewProps) {
  return (
    <Checkbox.Group
      label="Notify this device when"
      value={[...kinds]}
      onChange={(chosen) => onKinds(PUSH_KINDS.filter((kind) => chosen.includes(kind)))}
    >
      <Group mt="xs" gap="md">
        {PUSH_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            value={kind}
            label={KIND_LABELS[kind]}
            disabled={busy !== undefined}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
