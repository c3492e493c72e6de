import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PUSH_KINDS, type PushKind } from '../../../contract/limits.ts';
import { useClockSkew, useServerNow } from '../../console/connection.ts';
import { followPushes, push, usePush } from '../../console/push.ts';
import { ageText } from '../../domain/format.ts';
import type { PushState } from '../../shared/model.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Section } from '../../ui/section.tsx';
import { KIND_LABELS, REACH_LABELS, STAGE_TEXTS, TEST_COLORS, testText } from './device-texts.ts';

/** Whether this device gets push notifications. Checked each time it is shown: it may change elsewhere. */
export function NotificationsSection() {
  const { history } = useRouter();
  const state = usePush();
  const now = useServerNow() - useClockSkew();
  useEffect(() => {
    push.look().catch(reportError);
  }, []);
  useEffect(() => {
    if (state.stage === 'on') followPushes((path) => history.push(path));
  }, [state.stage, history]);
  return (
    <NotificationsView
      {...state}
      now={now}
      onTurnOn={push.turnOn}
      onTurnOff={push.turnOff}
      onKinds={push.choose}
      onTest={push.test}
    />
  );
}

export interface NotificationsViewProps extends PushState {
  /** This device's clock, epoch milliseconds. */
  now: number;
  onTurnOn: () => void;
  onTurnOff: () => void;
  onKinds: (kinds: readonly PushKind[]) => void;
  onTest: () => void;
}

export function NotificationsView(props: NotificationsViewProps) {
  const { stage, trouble, test } = props;
  return (
    <Section title="Notifications" actions={<Actions {...props} />}>
      <div role="status">
        <Text size="sm">{STAGE_TEXTS[stage]}</Text>
        <Text size="sm" c="red">
          {trouble}
        </Text>
      </div>
      {stage === 'on' ? (
        <>
          <Choices {...props} />
          <Text size="sm" role="status" c={TEST_COLORS[test.stage]}>
            {testText(test)}
          </Text>
        </>
      ) : null}
    </Section>
  );
}

function Actions({ stage, busy, test, onTurnOn, onTurnOff, onTest }: NotificationsViewProps) {
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
      <Button loading={test.stage === 'sending' || test.stage === 'waiting'} onClick={onTest}>
        Send a test
      </Button>
      <Button loading={busy === 'turning'} onClick={onTurnOff}>
        Turn off
      </Button>
    </>
  );
}

function Choices({ kinds, busy, last, now, server, onKinds }: NotificationsViewProps) {
  return (
    <Stack gap="sm">
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
      <DescriptionList
        items={{
          'Last received': last === undefined ? 'None yet' : ageText(last.at, now),
          'Push service': server === undefined ? 'Not known' : REACH_LABELS[server.reach],
        }}
      />
    </Stack>
  );
}
