import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { AccountDetails } from '../../../contract/shapes/people.ts';
import { DialogForm, refusalOf } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { unsentText } from '../auth/leave.tsx';
import { AccountPanel } from './account-panel.tsx';
import type { AccountActions } from './use-account-actions.ts';

interface RemoveAccountPanelProps {
  account: AccountDetails | undefined;
  actions: AccountActions;
  /** The account is gone, and the session of this device with it. */
  onSignedOut: () => void;
}

/** Deletes the account of who is signed in. */
export function RemoveAccountPanel({ account, actions, onSignedOut }: RemoveAccountPanelProps) {
  const [asked, setAsked] = useState(false);
  return (
    <AccountPanel
      account={account}
      title="Delete my account"
      room={{ base: '11.25rem', md: '5.75rem' }}
    >
      {({ username }) => (
        <>
          <Text size="sm">
            Your bundles, activity and notes stay, with your name; nobody else can take that name.
            Your e-mail, password, passkeys, codes and API tokens are erased, and all your devices
            are signed out.
          </Text>
          <div>
            <Button color="red" variant="light" onClick={() => setAsked(true)}>
              Delete my account
            </Button>
          </div>
          <RemoveAccountDialog
            opened={asked}
            username={username}
            onRemove={() => refusalOf(actions.removeAccount())}
            onRemoved={onSignedOut}
            onClose={() => setAsked(false)}
          />
        </>
      )}
    </AccountPanel>
  );
}

interface RemoveAccountDialogProps extends DialogProps {
  /** Has to be typed. */
  username: string;
  /** @returns why it was refused; undefined: the account is gone */
  onRemove: () => Promise<string | undefined>;
  onRemoved: () => void;
}

/** Asks for the username before the account is deleted. */
export function RemoveAccountDialog(props: RemoveAccountDialogProps) {
  const { opened, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} keepMounted={false} title="Delete my account?">
      <RemoveAccountForm {...props} />
    </Modal>
  );
}

function RemoveAccountForm({ username, onRemove, onRemoved, onClose }: RemoveAccountDialogProps) {
  const unsent = unsentText();
  const form = useForm({
    initialValues: { typed: '' },
    validate: {
      typed: (typed) => (typed.trim() === username ? null : `Type ${username}`),
    },
  });
  return (
    <DialogForm
      form={form}
      failed="The account was not deleted"
      submit="Delete my account"
      destructive
      onSave={onRemove}
      onClose={onClose}
      onSaved={onRemoved}
    >
      <Text size="sm">
        {['This cannot be undone. You are signed out at once.', unsent].filter(Boolean).join(' ')}
      </Text>
      <TextInput
        label={`Type your username, ${username}, to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-autofocus
        {...form.getInputProps('typed')}
      />
    </DialogForm>
  );
}
