import { Alert, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { INVITATION_HOURS } from '../../../contract/account-limits.ts';
import { ROLES, type Role } from '../../../contract/roles.ts';
import { TEXT_MAX } from '../../../contract/text-limits.ts';
import { useAction } from '../../console/actions.ts';
import { ROLE_TEXTS } from '../../domain/role-text.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { RevealDialog } from '../../ui/reveal-dialog.tsx';

/** Makes an invitation, and shows its link this once. */
export function InvitationDialog(dialog: DialogProps) {
  return (
    <RevealDialog
      {...dialog}
      title="Invite somebody"
      revealedTitle="The invitation is ready"
      advice="Send the link now: it is not shown again. Whoever opens it first can sign up with it."
      form={(onInvited) => <InvitationFields onInvited={onInvited} onClose={dialog.onClose} />}
    >
      {(secret) => <InvitationLink link={`${location.origin}/signup#invitation=${secret}`} />}
    </RevealDialog>
  );
}

const VALID_FOR = [
  { value: '24', label: '1 day' },
  { value: String(INVITATION_HOURS.default), label: '3 days' },
  { value: '168', label: '7 days' },
  { value: String(INVITATION_HOURS.max), label: '30 days' },
];

/** Names by which a device reaches nothing but itself. */
const LOOPBACK = /(^|\.)localhost$|^127\.|^\[::1\]$/;

interface InvitationFieldsProps extends Pick<DialogProps, 'onClose'> {
  onInvited: (secret: string) => void;
}

function InvitationFields({ onInvited, onClose }: InvitationFieldsProps) {
  const invitation = useAction('addInvitation');
  const form = useForm({
    initialValues: { note: '', role: 'viewer' as Role, hours: String(INVITATION_HOURS.default) },
  });
  return (
    <DialogForm
      form={form}
      failed="The invitation was not made"
      submit="Make invitation"
      onSave={({ note, role, hours }) =>
        invitation
          .mutateAsync({ note: note.trim(), role, hours: Number(hours) })
          .then(({ secret }) => onInvited(secret))
      }
      onClose={onClose}
      staysOpen
    >
      <TextInput
        label="For whom"
        description="A note for the list of invitations"
        data-autofocus
        autoComplete="off"
        maxLength={TEXT_MAX.invitationNote}
        {...form.getInputProps('note')}
      />
      <NativeSelect
        label="Role"
        description={ROLE_TEXTS[form.values.role]}
        data={[...ROLES]}
        {...form.getInputProps('role')}
      />
      <NativeSelect label="Valid for" data={VALID_FOR} {...form.getInputProps('hours')} />
    </DialogForm>
  );
}

function InvitationLink({ link }: { link: string }) {
  return (
    <>
      <CopyField label="Link" value={link} isFocused />
      {LOOPBACK.test(location.hostname) ? (
        <Alert color="yellow" role="group">
          This link works on this device only: it leads to {location.hostname}. Open the console by
          a name that others can reach, and make the invitation there.
        </Alert>
      ) : null}
      <Text size="sm">Or let them scan it:</Text>
      <QrCode text={link} w="14rem" mx="auto" />
    </>
  );
}
