import { Button, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { push, usePush } from '../../console/push.ts';
import { overlayOver } from '../../ui/screens.ts';

/** Switches notifications on for this device, or leads to why it cannot have them. */
export function TurnOnHere() {
  const { stage, busy, trouble } = usePush();
  useEffect(() => {
    push.look().catch(reportError);
  }, []);
  if (stage === 'looking') return <Skeleton h="var(--control-height-small)" w="12rem" />;
  if (stage !== 'off')
    return (
      <Button
        size="xs"
        renderRoot={(props) => <Link {...overlayOver({ show: 'device' })} {...props} />}
      >
        Notifications of this device
      </Button>
    );
  return (
    <>
      <Button
        size="xs"
        loading={busy === 'turning'}
        onClick={() => void push.turnOn().catch(reportError)}
      >
        Turn on for this device
      </Button>
      {trouble ? (
        <Text size="sm" c="red" role="alert">
          {trouble}
        </Text>
      ) : null}
    </>
  );
}
