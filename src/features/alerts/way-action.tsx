import { Button, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { PUSH_CHANNEL } from '../../../contract/channels.ts';
import type { Rule } from '../../../contract/shapes/alert.ts';
import { push, usePush } from '../../console/push.ts';
import { mainRule, type Way } from '../../domain/alert-ways.ts';
import { overlayOver } from '../../ui/screens.ts';
import { useChannelSwitch, useChannelTest } from './use-channel-actions.ts';
import { NEW_RULE, usePutIntoRules } from './use-put-into-rules.ts';

export interface WayActionProps {
  way: Way;
  rules: readonly Rule[];
  /** Else there is only what concerns one's own device. */
  mayChange: boolean;
}

/** The one button that mends a way; of one that works, the one that tries it out. */
export function WayAction({ way, rules, mayChange }: WayActionProps) {
  const { channel, state, isBroken } = way;
  const { id, name } = channel;
  const test = useChannelTest(channel);
  const change = useChannelSwitch(channel);
  const { put, isPending } = usePutIntoRules();
  const button = { size: 'xs', variant: isBroken ? 'filled' : 'default' } as const;
  const isPush = id === PUSH_CHANNEL;
  if (state === 'nobody' && isPush) return <TurnOnHere isMain />;
  if (!mayChange) return isPush ? <TurnOnHere>{null}</TurnOnHere> : null;
  if (state === 'nobody')
    return (
      <Button {...button} renderRoot={(props) => <Link {...props} to="/duty" search={{}} />}>
        Open rota
      </Button>
    );
  if (state === 'off')
    return (
      <Button
        {...button}
        aria-label={`Turn on: ${name}`}
        loading={change.isPending}
        onClick={() => change.set(true)}
      >
        Turn on
      </Button>
    );
  if (state === 'unused') {
    const rule = mainRule(rules);
    const title = `Put into rule: ${name} into ${rule?.name ?? NEW_RULE}`;
    const start = () => void put(id, [rule]);
    return (
      <Button {...button} {...{ title }} aria-label={title} loading={isPending} onClick={start}>
        Put into rule
      </Button>
    );
  }
  const tested = (
    <Button size="xs" aria-label={`Test: ${name}`} loading={test.isPending} onClick={test.start}>
      Test
    </Button>
  );
  // A test by push is for devices of one's own.
  return isPush ? <TurnOnHere>{tested}</TurnOnHere> : tested;
}

interface TurnOnHereProps {
  /** Nobody is notified before it is pressed. */
  isMain?: boolean;
  /** Stands there where this device is on, or cannot be; left out: the way to why it is so. */
  children?: ReactNode;
}

/** Switches notifications on for this device. */
function TurnOnHere({ isMain = false, children }: TurnOnHereProps) {
  const { stage, busy, trouble } = usePush();
  useEffect(() => {
    push.look().catch(reportError);
  }, []);
  const variant = isMain ? 'filled' : 'default';
  if (stage === 'looking') return <Skeleton h="var(--control-height-small)" w="7rem" />;
  if (stage !== 'off' && children !== undefined) return children;
  if (stage !== 'off')
    return (
      <Button
        size="xs"
        variant={variant}
        renderRoot={(props) => <Link {...overlayOver({ show: 'device' })} {...props} />}
      >
        This device
      </Button>
    );
  return (
    <>
      <Button
        size="xs"
        variant={variant}
        loading={busy === 'turning'}
        onClick={() => void push.turnOn().catch(reportError)}
      >
        Turn on here
      </Button>
      {trouble ? (
        <Text size="sm" c="red" role="alert">
          {trouble}
        </Text>
      ) : null}
    </>
  );
}
