import { ActionIcon, Badge, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { Person } from '../../../contract/shapes/people.ts';
import { momentText } from '../../shared/moment.ts';
import { ItemCard } from '../../ui/item-card.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { PERSON_QUESTIONS, type PersonQuestionKind } from './person-question.tsx';

interface PersonCardProps {
  person: Person;
  /** It is the account of who looks at it. */
  isOwn: boolean;
  isBusy: boolean;
  onRole: () => void;
  onEnable: () => void;
  onAsk: (kind: PersonQuestionKind) => void;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** One person: who, what they may do, how they sign in, and when they were here. */
export function PersonCard(props: PersonCardProps) {
  const { person, isOwn, isBusy, onRole, now } = props;
  const { username, email, role, source, secondFactor, disabledAt } = person;
  return (
    <ItemCard
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
            loading={isBusy}
            onClick={onRole}
          >
            Role
          </Button>
          {isOwn ? null : <PersonMenu {...props} />}
        </>
      }
    >
      {email || 'no e-mail'} ·{' '}
      {source === 'oidc' ? 'signs in at the provider' : factorText(secondFactor)}
      <br />
      <Presence person={person} now={now} />
    </ItemCard>
  );
}

const factorText = (secondFactor: boolean) =>
  secondFactor ? 'password and second factor' : 'password only';

function Presence({ person, now }: Pick<PersonCardProps, 'person' | 'now'>) {
  const { sessions, lastSeenAt, createdAt, disabledAt } = person;
  if (disabledAt !== null) return `Disabled ${momentText(disabledAt)}`;
  if (lastSeenAt === null) return `Not signed in · account made ${momentText(createdAt)}`;
  return (
    <>
      {signedInText(sessions)} · last seen <TimeAgo span at={lastSeenAt} now={now} />
    </>
  );
}

function signedInText(sessions: number): string {
  if (sessions === 0) return 'Not signed in';
  return `${sessions === 1 ? '1 device' : `${sessions} devices`} signed in`;
}

/** What is seldom done, and asks first. */
function PersonMenu({ person, onEnable, onAsk }: PersonCardProps) {
  const { username, sessions, secondFactor, disabledAt } = person;
  const item = (kind: PersonQuestionKind, disabled = false) => (
    <Menu.Item
      disabled={disabled}
      {...(kind === 'remove' && { color: 'red' })}
      onClick={() => onAsk(kind)}
    >
      {PERSON_QUESTIONS[kind].confirm}
    </Menu.Item>
  );
  return (
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
          <Menu.Item onClick={onEnable}>Enable account</Menu.Item>
        )}
        {item('remove')}
      </Menu.Dropdown>
    </Menu>
  );
}
