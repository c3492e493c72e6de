import { ActionIcon, Badge, Button, Menu, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { ROLES } from '../../../contract/roles.ts';
import type { Person } from '../../../contract/shapes/people.ts';
import { useAction } from '../../console/actions.ts';
import { momentText } from '../../domain/moment.ts';
import { ROLE_TEXTS } from '../../domain/role-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DialogForm, formDialog } from '../../ui/dialog-form.tsx';
import { ItemCard } from '../../ui/item-card.tsx';
import type { DialogProps } from '../../ui/lazy-dialog.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import {
  PERSON_QUESTIONS,
  type PersonActions,
  type PersonQuestion,
  serverSentence,
  usePersonActions,
} from './person-actions.ts';

interface PersonCardProps {
  person: Person;
  /** It is the account of who looks at it. */
  isOwn: boolean;
}

/** One person: who, what they may do, how they sign in, and when they were here. */
export function PersonCard({ person, isOwn }: PersonCardProps) {
  const actions = usePersonActions(person);
  const [isChanging, roleDialog] = useDisclosure();
  const { username, email, role, source, secondFactor, disabledAt } = person;
  return (
    <ItemCard
      isCell
      name={username}
      badges={
        <>
          <Badge>{role}</Badge>
          {isOwn ? <Badge color="green">You</Badge> : null}
          {disabledAt === null ? null : <Badge color="red">Disabled</Badge>}
        </>
      }
      actions={
        <>
          <Button
            size="xs"
            aria-label={`Change the role of ${username}`}
            loading={actions.isPending}
            onClick={roleDialog.open}
          >
            Role
          </Button>
          {isOwn ? null : <PersonMenu person={person} actions={actions} />}
          <RoleDialog opened={isChanging} person={person} onClose={roleDialog.close} />
        </>
      }
    >
      {email || 'no e-mail'} ·{' '}
      {source === 'oidc' ? 'signs in at the provider' : factorText(secondFactor)}
      <br />
      <Presence person={person} />
    </ItemCard>
  );
}

const factorText = (secondFactor: boolean) =>
  secondFactor ? 'password and second factor' : 'password only';

function Presence({ person }: { person: Person }) {
  const { sessions, lastSeenAt, createdAt, disabledAt } = person;
  if (disabledAt !== null) return `Disabled ${momentText(disabledAt)}`;
  if (lastSeenAt === null) return `Not signed in · account made ${momentText(createdAt)}`;
  return (
    <>
      {signedInText(sessions)} · last seen <TimeAgo span at={lastSeenAt} />
    </>
  );
}

function signedInText(sessions: number): string {
  if (sessions === 0) return 'Not signed in';
  return `${sessions === 1 ? '1 device' : `${sessions} devices`} signed in`;
}

/** What is seldom done, and asks first. */
function PersonMenu({ person, actions }: { person: Person; actions: PersonActions }) {
  const { username, sessions, secondFactor, disabledAt } = person;
  const [asked, setAsked] = useState<PersonQuestion>('signOut');
  const [opened, { open, close }] = useDisclosure();
  const item = (question: PersonQuestion, disabled = false) => (
    <Menu.Item
      disabled={disabled}
      {...(question === 'remove' && { color: 'red' })}
      onClick={() => {
        setAsked(question);
        open();
      }}
    >
      {PERSON_QUESTIONS[question].confirm}
    </Menu.Item>
  );
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`More about ${username}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {item('signOut', sessions === 0)}
          {item('removeSecondFactor', !secondFactor)}
          {disabledAt === null ? (
            item('disable')
          ) : (
            <Menu.Item onClick={actions.enable}>Enable account</Menu.Item>
          )}
          {item('remove')}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        {...PERSON_QUESTIONS[asked]}
        opened={opened}
        title={PERSON_QUESTIONS[asked].title(username)}
        onConfirm={() => {
          close();
          actions[asked]();
        }}
        onClose={close}
      />
    </>
  );
}

interface RoleDialogProps extends DialogProps {
  person: Person;
}

/** Chooses what a person may do, and says what each role is. */
export const RoleDialog = formDialog(RoleForm, ({ person }: RoleDialogProps) => ({
  title: `Role of ${person.username}`,
}));

function RoleForm({ person: { id, role }, onClose }: RoleDialogProps) {
  const change = useAction('changePerson', { success: serverSentence });
  const form = useForm({ initialValues: { role } });
  return (
    <DialogForm
      form={form}
      failed="The role was not changed"
      submit="Save role"
      disabled={!form.isDirty()}
      onSave={(values) => change.mutateAsync({ params: { id }, ...values })}
      onClose={onClose}
    >
      <Radio.Group
        aria-label="Role"
        description="It takes effect at once on all their devices."
        {...form.getInputProps('role')}
      >
        <Stack gap="sm" mt="sm">
          {ROLES.map((one) => (
            <Radio key={one} value={one} label={one} description={ROLE_TEXTS[one]} />
          ))}
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}
