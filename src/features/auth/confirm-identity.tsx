import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { FocusEvent } from 'react';
import { CONFIRMED_MS } from '../../../contract/account-limits.ts';
import { MINUTE_MS } from '../../../contract/limits.ts';
import { OIDC_START_PATH } from '../../../contract/paths.ts';
import type { PayloadOf } from '../../../contract/sent.ts';
import type { PasskeyOptions, SecondFactors } from '../../../contract/shapes/people.ts';
import { provePasskey } from '../../console/passkeys.ts';
import { workerClient } from '../../console/worker-client.ts';
import { ApiError, type Outcome } from '../../shared/outcome.ts';
import { useScrollLock } from '../../ui/lazy-dialog.tsx';
import { IdentityForm, type IdentityProof, waysOf } from './identity-form.tsx';

/** How the account can prove who it is. */
export type ConfirmWays = SecondFactors & { readonly password: boolean };

interface ConfirmIdentityProps {
  opened: boolean;
  ways: ConfirmWays;
  onEnd: (confirmed: boolean) => void;
  /** It is no longer seen. */
  onClosed: () => void;
}

/** Asks somebody who is signed in to prove that it is still them. */
export function ConfirmIdentity({ opened, ways, onEnd, onClosed }: ConfirmIdentityProps) {
  const known = waysOf({ ...ways, recovery: false });
  useScrollLock(opened);

  async function send(proof: IdentityProof): Promise<string | undefined> {
    const outcome = await confirm(proof);
    if (!outcome.ok) return new ApiError(outcome).userMessage;
    onEnd(true);
    return undefined;
  }

  return (
    <Modal
      opened={opened}
      title="Confirm that it is you"
      onClose={() => onEnd(false)}
      onExitTransitionEnd={onClosed}
      // Escape closes this dialog, and not what it lies over as well (Mantine listens on the window).
      onFocus={keepEscape}
      onKeyDown={({ key }) => key === 'Escape' && onEnd(false)}
      // Over other dialogs, whichever is last in the page.
      zIndex="calc(var(--mantine-z-index-modal) + 20)"
      size="sm"
    >
      <Stack gap="md">
        <Text size="sm">
          You last proved who you are more than {CONFIRMED_MS / MINUTE_MS} minutes ago. This action
          needs a new proof.
        </Text>
        {known.length > 0 ? (
          <IdentityForm
            ways={known}
            send={send}
            leave={{ label: 'Cancel', onLeave: () => onEnd(false) }}
          />
        ) : ways.passkey ? (
          <>
            <Text size="sm">
              This browser has no passkeys. Sign out, and sign in again with a recovery code.
            </Text>
            <Button data-autofocus onClick={() => onEnd(false)}>
              Cancel
            </Button>
          </>
        ) : (
          <AtTheProvider onDone={() => onEnd(true)} onCancel={() => onEnd(false)} />
        )}
      </Stack>
    </Modal>
  );
}

/** The account has neither password nor second factor here. This page stays as it is meanwhile. */
function AtTheProvider({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const back = location.pathname + location.search;
  return (
    <>
      <Text size="sm">
        Your account signs in at its own provider. Sign in there again, in a new tab; then come back
        to this one and continue.
      </Text>
      <Button
        component="a"
        href={`${OIDC_START_PATH}?confirm=1&redirect=${encodeURIComponent(back)}`}
        target="_blank"
        variant="filled"
        data-autofocus
      >
        Sign in at the provider
      </Button>
      <Group justify="flex-end" gap="xs">
        <Button onClick={onCancel}>Cancel</Button>
        <Button onClick={onDone}>Continue</Button>
      </Group>
    </>
  );
}

function keepEscape({ target }: FocusEvent): void {
  target.setAttribute('data-mantine-stop-propagation', 'true');
}

function confirm(proof: IdentityProof): Promise<Outcome> {
  if (proof.way === 'passkey') {
    const challenge = workerClient.send('confirmChallenge') as Promise<Outcome<PasskeyOptions>>;
    return provePasskey(challenge, ({ credential }) => sendProof({ kind: 'passkey', credential }));
  }
  return sendProof(
    proof.way === 'password'
      ? { kind: 'password', password: proof.text }
      : { kind: 'code', code: proof.text },
  );
}

const sendProof = (payload: PayloadOf<'confirmIdentity'>) =>
  workerClient.send('confirmIdentity', { payload });
