import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { DUTY_CHANNEL, PUSH_CHANNEL } from '../../../contract/channels.ts';
import { useAction } from '../../console/actions.ts';
import type { Way } from '../../domain/alert-ways.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useChannelSwitch, useChannelTest } from './use-channel-actions.ts';
import { NewSecretDialog } from './webhook-secret.tsx';

interface WayMenuProps {
  way: Way;
  /** Opens the dialog of its channel. */
  onChange: () => void;
}

/** What else can be done with a way. Who is on duty is set up with the rota, and of push there are only the texts. */
export function WayMenu({ way, onChange }: WayMenuProps) {
  const { channel, state } = way;
  const { id, name, enabled, template, texts } = channel;
  const [asked, setAsked] = useState<'secret' | 'removal'>();
  const close = () => setAsked(undefined);
  const test = useChannelTest(channel);
  const { set } = useChannelSwitch(channel);
  const removal = useAction('removeAlertChannel', {
    success: 'Channel removed',
    failure: 'The channel could not be removed',
  });
  function remove(): void {
    close();
    removal.mutate({ params: { id } });
  }
  const isPush = id === PUSH_CHANNEL;
  if (id === DUTY_CHANNEL || (isPush && texts === undefined)) return null;
  const item = (label: string, onClick: () => void) => (
    <Menu.Item onClick={onClick}>{label}</Menu.Item>
  );
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`More about ${name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isPush && (state === 'off' || state === 'unused') ? item('Test', test.start) : null}
          {item(isPush ? 'Texts' : 'Change', onChange)}
          {template === 'json' ? item('New secret', () => setAsked('secret')) : null}
          {isPush || !enabled ? null : item('Turn off', () => set(false))}
          {isPush ? null : item('Remove', () => setAsked('removal'))}
        </Menu.Dropdown>
      </Menu>
      <NewSecretDialog channel={channel} opened={asked === 'secret'} onClose={close} />
      <ConfirmDialog
        opened={asked === 'removal'}
        title={`Remove ${name}?`}
        text="Nobody is alerted by it any more. Its settings and secrets are deleted, and rules forget it."
        confirm="Remove channel"
        onConfirm={remove}
        onClose={close}
      />
    </>
  );
}
