import { Alert, Anchor } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

const ACCOUNT = '/account';

/** Leads an account that must set up a second factor to where it can; the other screens show what was last known. */
export function EnrolNotice() {
  const navigate = useNavigate();
  const isThere = useLocation({ select: ({ pathname }) => pathname === ACCOUNT });
  const lead = useEffectEvent(() => {
    if (!isThere) void navigate({ to: ACCOUNT, replace: true });
  });
  useEffect(() => lead(), []);
  return (
    <Alert color="yellow" role="group" mb="md" icon={<IconShieldExclamation aria-hidden="true" />}>
      <b>Your role needs a second factor.</b>{' '}
      {isThere ? (
        'Set up a passkey or one-time codes here. Then the console shows live data again.'
      ) : (
        <>
          <Anchor inherit fw={600} renderRoot={(props) => <Link to={ACCOUNT} {...props} />}>
            Set one up
          </Anchor>{' '}
          to see live data again.
        </>
      )}
    </Alert>
  );
}
