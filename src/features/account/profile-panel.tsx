import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { momentText } from '../../domain/moment.ts';
import { ROLE_TEXTS } from '../../domain/role-text.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { AccountPanel } from './account-panel.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';

/** Name, e-mail, role and password. */
export function ProfilePanel() {
  const [changed, setChanged] = useState<'email' | 'password'>();
  const close = () => setChanged(undefined);
  return (
    <AccountPanel title="Profile" room={{ base: '19.75rem', md: '12.25rem' }}>
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
          <EmailDialog opened={changed === 'email'} email={email} onClose={close} />
          <PasswordDialog opened={changed === 'password'} username={username} onClose={close} />
        </>
      )}
    </AccountPanel>
  );
}
