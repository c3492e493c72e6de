import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { RECOVERY_CODES } from '../../../contract/limits.ts';
import type { AccountDetails, Passkey } from '../../../contract/shapes/people.ts';
import { notifyFailure } from '../../client/actions.ts';
import { momentText } from '../../shared/moment.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { AccountPanel } from './account-panel.tsx';
import { browserProblem } from './create-passkey.ts';
import { PasskeyList } from './passkey-list.tsx';
import { SecondFactorDialog, type SetUpStep } from './second-factor-dialog.tsx';
import { hasSecondFactor, protectionText, recoveryProblem } from './second-factor-text.ts';
import type { AccountActions } from './use-account-actions.ts';

interface SecondFactorPanelProps {
  account: AccountDetails | undefined;
  actions: AccountActions;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** What is asked for beside the password: passkeys, one-time codes, and what replaces a lost device. */
export function SecondFactorPanel({ account, ...rest }: SecondFactorPanelProps) {
  return (
    <AccountPanel account={account} title="Second factor" room={{ base: '26rem', md: '20rem' }}>
      {(known) => <SecondFactors {...rest} account={known} />}
    </AccountPanel>
  );
}

interface SecondFactorsProps extends SecondFactorPanelProps {
  account: AccountDetails;
}

function SecondFactors({ account, actions, now }: SecondFactorsProps) {
  const [step, setStep] = useState<SetUpStep>();
  const [question, setQuestion] = useState<Question>();
  const { open, ask } = { open: setStep, ask: setQuestion };
  return (
    <>
      <Text size="sm">{protectionText(account)}</Text>
      <PasskeySection {...{ account, actions, now, open, ask }} />
      <CodeSection {...{ account, actions, open, ask }} />
      <RecoverySection {...{ account, actions, open, ask }} />
      <SecondFactorDialog
        step={step}
        account={account}
        actions={actions}
        onStep={setStep}
        onClose={() => setStep(undefined)}
      />
      <ConfirmDialog
        opened={question !== undefined}
        title={question?.title ?? ''}
        text={question?.text ?? ''}
        confirm={question?.confirm ?? ''}
        onConfirm={() => {
          setQuestion(undefined);
          question?.onConfirm();
        }}
        onClose={() => setQuestion(undefined)}
      />
    </>
  );
}

/** Something is asked before it is lost. */
interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly onConfirm: () => void;
}

interface PartProps extends Pick<SecondFactorsProps, 'account' | 'actions'> {
  open: (step: SetUpStep) => void;
  ask: (question: Question) => void;
}

function PasskeySection(props: PartProps & { now: number }) {
  const { account, actions, now, open, ask } = props;
  const problem = account.passkeyProblem ?? browserProblem();
  const add = () => {
    actions.setUpPasskey().then(
      (options) => open({ kind: 'passkey', options }),
      (error: unknown) => notifyFailure('A passkey cannot be added now', error),
    );
  };
  const remove = ({ id, name }: Passkey) =>
    ask({
      title: `Remove ${name}?`,
      text: 'It no longer signs in here. Delete it on your device, too, where it would still be offered.',
      confirm: 'Remove passkey',
      onConfirm: () => actions.removePasskey(id),
    });
  return (
    <Section
      title="Passkeys"
      actions={
        <Button
          disabled={problem !== undefined}
          loading={actions.busyWith === 'passkeySetUp'}
          onClick={add}
        >
          Add a passkey
        </Button>
      }
    >
      <PasskeyList
        passkeys={account.passkeys}
        busyWith={actions.busyWith}
        onRemove={remove}
        now={now}
      />
      {problem === undefined ? null : (
        <Text size="sm" c="dimmed">
          Passkeys cannot be added here. {problem}
        </Text>
      )}
    </Section>
  );
}

function CodeSection({ account: { codesSince }, actions, open, ask }: PartProps) {
  const setUp = () =>
    // A refusal was said by a notice.
    actions.setUpCodes().then(
      (setUpData) => open({ kind: 'codes', setUp: setUpData }),
      () => undefined,
    );
  const remove = () =>
    ask({
      title: 'Remove one-time codes?',
      text: 'The codes of your authenticator app no longer sign in here.',
      confirm: 'Remove codes',
      onConfirm: actions.removeCodes,
    });
  return (
    <Section
      title="One-time codes"
      actions={
        codesSince === null ? (
          <Button loading={actions.busyWith === 'codeSetUp'} onClick={() => void setUp()}>
            Set up one-time codes
          </Button>
        ) : (
          <Button loading={actions.busyWith === 'removeCodes'} onClick={remove}>
            Remove one-time codes
          </Button>
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

function RecoverySection({ account, actions, open, ask }: PartProps) {
  if (!hasSecondFactor(account)) return null;
  const problem = recoveryProblem(account);
  const make = () =>
    // A refusal was said by a notice.
    actions.makeRecoveryCodes().then(
      ({ recoveryCodes }) => open({ kind: 'recovery', codes: recoveryCodes }),
      () => undefined,
    );
  return (
    <Section
      title="Recovery codes"
      actions={
        <Button
          loading={actions.busyWith === 'newRecoveryCodes'}
          onClick={() =>
            ask({
              title: 'Make new recovery codes?',
              text: 'Those of before stop working at once.',
              confirm: 'Make new codes',
              onConfirm: () => void make(),
            })
          }
        >
          Make new recovery codes
        </Button>
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
