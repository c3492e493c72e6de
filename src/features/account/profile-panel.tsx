import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountDetails } from '../../../contract/shapes/people.ts';
import { momentText } from '../../shared/moment.ts';
import { ROLE_TEXTS } from '../../shared/role-text.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { refusalOf } from '../../ui/dialog-form.tsx';
import { AccountPanel } from './account-panel.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import type { AccountActions } from './use-account-actions.ts';

interface ProfilePanelProps {
  account: AccountDetails | undefined;
  actions: AccountActions;
}

/** Name, e-mail, role and password. */
export function ProfilePanel({ account, actions }: ProfilePanelProps) {
  const [changed, setChanged] = useState<'email' | 'password'>();
  const close = () => setChanged(undefined);
  return (
    <AccountPanel account={account} title="Profile" room={{ base: '21.125rem', md: '13.5rem' }}>
      {({ username, email, role, source, createdAt }) => (
        <>
          <DescriptionList
            labelWidth="7rem"
            items={{
              Username: username,
              'E-mail': email || 'None',
              Role: (
                <>
                  <Badge>{role}</Badge>
                  <Text size="sm" c="dimmed">
                    {ROLE_TEXTS[role]}
                  </Text>
                </>
              ),
              Password: source === 'oidc' ? 'At the OpenID provider: change it there.' : null,
              Since: momentText(createdAt),
            }}
          />
          <Group gap="xs">
            <Button onClick={() => setChanged('email')}>Change e-mail</Button>
            {source === 'local' ? (
              <Button onClick={() => setChanged('password')}>Change password</Button>
            ) : null}
          </Group>
          <EmailDialog
            opened={changed === 'email'}
            email={email}
            onSave={(next) => refusalOf(actions.changeEmail({ email: next }))}
            onClose={close}
          />
          <PasswordDialog
            opened={changed === 'password'}
            username={username}
            onSave={(change) => refusalOf(actions.changePassword(change))}
            onClose={close}
          />
        </>
      )}
    </AccountPanel>
  );
}
