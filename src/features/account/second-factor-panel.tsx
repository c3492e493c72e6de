import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { RECOVERY_CODES } from '../../../contract/account-limits.ts';
import type { AccountDetails } from '../../../contract/shapes/people.ts';
import { useAction } from '../../console/actions.ts';
import { momentText } from '../../domain/moment.ts';
import { ConfirmButton } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { AccountPanel } from './account-panel.tsx';
import { browserProblem } from './create-passkey.ts';
import { PasskeyList } from './passkey-list.tsx';
import { SecondFactorDialog, type SetUpStep } from './second-factor-dialog.tsx';
import { hasSecondFactor, protectionText, recoveryProblem } from './second-factor-text.ts';

/** What is asked for beside the password: passkeys, one-time codes, and what replaces a lost device. */
export function SecondFactorPanel() {
  const [step, setStep] = useState<SetUpStep>();
  return (
    <AccountPanel title="Second factor" room={{ base: '26rem', md: '20rem' }}>
      {(account) => (
        <>
          <Text size="sm">{protectionText(account)}</Text>
          <PasskeySection account={account} open={setStep} />
          <CodeSection account={account} open={setStep} />
          {hasSecondFactor(account) ? <RecoverySection account={account} open={setStep} /> : null}
          <SecondFactorDialog
            step={step}
            account={account}
            onStep={setStep}
            onClose={() => setStep(undefined)}
          />
        </>
      )}
    </AccountPanel>
  );
}

interface PartProps {
  account: AccountDetails;
  open: (step: SetUpStep) => void;
}

function PasskeySection({ account, open }: PartProps) {
  const problem = account.passkeyProblem ?? browserProblem();
  const { isPending, mutate: setUp } = useAction('passkeySetUp', {
    failure: 'A passkey cannot be added now',
  });
  return (
    <Section
      title="Passkeys"
      actions={
        <Button
          disabled={problem !== undefined}
          loading={isPending}
          onClick={() =>
            setUp(undefined, { onSuccess: (options) => open({ kind: 'passkey', options }) })
          }
        >
          Add a passkey
        </Button>
      }
    >
      <PasskeyList passkeys={account.passkeys} />
      {problem === undefined ? null : (
        <Text size="sm" c="dimmed">
          Passkeys cannot be added here. {problem}
        </Text>
      )}
    </Section>
  );
}

function CodeSection({ account: { codesSince }, open }: PartProps) {
  const setUp = useAction('codeSetUp', { failure: 'One-time codes cannot be set up now' });
  const removal = useAction('removeCodes', {
    success: 'One-time codes removed',
    failure: 'The one-time codes could not be removed',
  });
  return (
    <Section
      title="One-time codes"
      actions={
        codesSince === null ? (
          <Button
            loading={setUp.isPending}
            onClick={() =>
              setUp.mutate(undefined, {
                onSuccess: (setUpData) => open({ kind: 'codes', setUp: setUpData }),
              })
            }
          >
            Set up one-time codes
          </Button>
        ) : (
          <ConfirmButton
            loading={removal.isPending}
            question={{
              title: 'Remove one-time codes?',
              text: 'The codes of your authenticator app no longer sign in here.',
              confirm: 'Remove codes',
            }}
            onConfirm={() => removal.mutate()}
          >
            Remove one-time codes
          </ConfirmButton>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {codesSince === null
          ? 'Six digits from an authenticator app, new every 30 seconds.'
          : `Set up ${momentText(codesSince)}.`}
      </Text>
    </Section>
  );
}

function RecoverySection({ account, open }: PartProps) {
  const problem = recoveryProblem(account);
  const { isPending, mutate: make } = useAction('newRecoveryCodes', {
    failure: 'New recovery codes could not be made',
  });
  return (
    <Section
      title="Recovery codes"
      actions={
        <ConfirmButton
          loading={isPending}
          question={{
            title: 'Make new recovery codes?',
            text: 'Those of before stop working at once.',
            confirm: 'Make new codes',
          }}
          onConfirm={() =>
            make(undefined, {
              onSuccess: ({ recoveryCodes: codes }) => open({ kind: 'recovery', codes }),
            })
          }
        >
          Make new recovery codes
        </ConfirmButton>
      }
    >
      {problem === undefined ? (
        <Text size="sm" c="dimmed">
          {account.recoveryCodesLeft} of {RECOVERY_CODES} left. Each signs you in once when your
          device is lost.
        </Text>
      ) : (
        <Alert color="yellow">{problem}</Alert>
      )}
    </Section>
  );
}
