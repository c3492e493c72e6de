import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useAction } from '../../console/actions.ts';
import { unsentText } from '../../console/unsent.ts';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { AccountPanel } from './account-panel.tsx';

/**
 * Deletes the account of who is signed in.
 *
 * @param onSignedOut the account is gone, and the session of this device with it
 */
export function RemoveAccountPanel({ onSignedOut }: { onSignedOut: () => void }) {
  const [asked, setAsked] = useState(false);
  return (
    <AccountPanel title="Delete my account" room={{ base: '11.25rem', md: '5.75rem' }}>
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
  onRemoved: () => void;
}

/** Asks for the username before the account is deleted. */
export const RemoveAccountDialog = formDialog(RemoveAccountForm, () => ({
  title: 'Delete my account?',
}));

function RemoveAccountForm({ username, onRemoved, onClose }: RemoveAccountDialogProps) {
  const removal = useAction('removeAccount', { success: 'Account deleted' });
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
      onSave={() => removal.mutateAsync()}
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
