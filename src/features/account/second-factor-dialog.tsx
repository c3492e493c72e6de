import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { AnswerOf } from '../../../contract/calls.ts';
import type { AccountDetails } from '../../../contract/shapes/people.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { preparePasskeys } from '../../console/passkeys.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { createPasskey } from './create-passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { passkeyName } from './second-factor-text.ts';

type PasskeyOptions = AnswerOf<'passkeySetUp'>;

/** What the dialog shows. Recovery codes follow the first second factor. */
export type SetUpStep =
  | { readonly kind: 'passkey'; readonly options: PasskeyOptions }
  | { readonly kind: 'codes'; readonly setUp: AnswerOf<'codeSetUp'> }
  | { readonly kind: 'recovery'; readonly codes: readonly string[] };

interface SecondFactorDialogProps {
  /** undefined: it is closed. */
  step: SetUpStep | undefined;
  account: AccountDetails;
  onStep: (next: SetUpStep) => void;
  onClose: () => void;
}

const TITLES: Readonly<Record<SetUpStep['kind'], string>> = {
  passkey: 'Add a passkey',
  codes: 'Set up one-time codes',
  recovery: 'Your recovery codes',
};

/** Sets up a second factor, step by step. */
export function SecondFactorDialog(props: SecondFactorDialogProps) {
  const { step, account, onStep, onClose } = props;
  // It keeps its content while it fades out.
  const [shown, setShown] = useState(step);
  if (step && step !== shown) setShown(step);
  /** What is shown once is not lost by a click beside it, or one key. */
  const canClose = shown?.kind !== 'recovery';
  function onAdded({ recoveryCodes: codes }: AnswerOf<'addPasskey'>): void {
    if (codes === undefined || codes.length === 0) onClose();
    else onStep({ kind: 'recovery', codes });
  }
  return (
    <Modal
      opened={step !== undefined}
      onClose={onClose}
      closeOnClickOutside={canClose}
      closeOnEscape={canClose}
      withCloseButton={canClose}
      title={shown && TITLES[shown.kind]}
    >
      {shown?.kind === 'passkey' ? (
        <PasskeyFields
          account={account}
          onAdded={onAdded}
          onClose={onClose}
          options={shown.options}
        />
      ) : null}
      {shown?.kind === 'codes' ? (
        <CodeFields onAdded={onAdded} onClose={onClose} setUp={shown.setUp} />
      ) : null}
      {shown?.kind === 'recovery' ? (
        <RecoveryCodes codes={shown.codes} username={account.username} onDone={onClose} />
      ) : null}
    </Modal>
  );
}

interface StepProps extends Pick<SecondFactorDialogProps, 'onClose'> {
  onAdded: (answer: AnswerOf<'addPasskey'>) => void;
}

interface PasskeyFieldsProps extends StepProps {
  account: AccountDetails;
  options: PasskeyOptions;
}

function PasskeyFields({ account, options, onAdded, onClose }: PasskeyFieldsProps) {
  const setUp = useAction('passkeySetUp');
  const addition = useAction('addPasskey', { success: 'Passkey added' });
  /** Each is good for one passkey that is sent: the next try needs others. */
  const [unused, setUnused] = useState<PasskeyOptions | undefined>(options);
  useEffect(preparePasskeys, []);
  const form = useForm({
    initialValues: { name: passkeyName(account) },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name' : null) },
  });
  async function add({ name }: { name: string }): Promise<void> {
    const credential = await createPasskey(unused ?? (await setUp.mutateAsync()));
    setUnused(undefined);
    onAdded(await addition.mutateAsync({ name: name.trim(), credential }));
  }
  return (
    <DialogForm
      form={form}
      failed="The passkey was not added"
      submit="Create passkey"
      onSave={add}
      onClose={onClose}
      staysOpen
    >
      <Text size="sm">
        Your browser asks where to keep it: on this device, in a password manager, or on a security
        key.
      </Text>
      <TextInput
        label="Name"
        description="So that you know it in the list"
        required
        data-autofocus
        autoComplete="off"
        maxLength={TEXT_MAX.credentialName}
        {...form.getInputProps('name')}
      />
    </DialogForm>
  );
}

interface CodeFieldsProps extends StepProps {
  setUp: AnswerOf<'codeSetUp'>;
}

/** Easier to type and to compare. */
const inFours = (text: string) => text.replace(/.{4}(?=.)/g, '$& ');

const QR_SIZE = '12rem';

function CodeFields({ setUp: { secret, uri }, onAdded, onClose }: CodeFieldsProps) {
  const addition = useAction('addCodes', { success: 'One-time codes are set up' });
  const form = useForm({
    initialValues: { code: '' },
    validate: {
      code: (code) =>
        /^\d{6}$/.test(code.replace(/\s/g, '')) ? null : 'Enter the six digits of the app',
    },
  });
  return (
    <DialogForm
      form={form}
      failed="The codes were not set up"
      submit="Confirm"
      onSave={(proof) => addition.mutateAsync(proof).then(onAdded)}
      onClose={onClose}
      staysOpen
    >
      <Stack gap="xs">
        <Text size="sm">Scan this with an authenticator app, or type the secret into it.</Text>
        <QrCode text={uri} w={QR_SIZE} bdrs="md" mx="auto" />
        <Button component="a" href={uri} variant="subtle">
          Open an app on this device
        </Button>
      </Stack>
      <CopyField label="Secret" description={inFours(secret)} value={secret} />
      <TextInput
        label="Code that the app shows now"
        required
        data-autofocus
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={TEXT_MAX.typedCode}
        {...form.getInputProps('code')}
      />
    </DialogForm>
  );
}
