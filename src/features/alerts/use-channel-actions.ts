import type { Channel } from '../../../contract/shapes/alert.ts';
import { useAction } from '../../console/actions.ts';
import { channelPayload, channelValues } from './channel-form.ts';

/** @returns sends a test by a channel, and says what became of it */
export function useChannelTest({ id }: Pick<Channel, 'id'>) {
  const { isPending, mutate } = useAction('testAlertChannel', {
    success: ({ delivery: { state, error } }) =>
      state === 'sent'
        ? 'Test sent'
        : { severity: 'error', title: 'The test was not sent', message: error ?? state },
    failure: 'The test was not sent',
  });
  return { isPending, start: () => mutate({ params: { id } }) };
}

/** @returns switches a channel on or off; all else stays as it is */
export function useChannelSwitch(channel: Channel) {
  const { isPending, mutate } = useAction('changeAlertChannel', {
    success: 'Channel changed',
    failure: 'The channel could not be changed',
  });
  const values = channelValues(channel);
  const set = (enabled: boolean) =>
    mutate({ ...channelPayload({ ...values, enabled }), params: { id: channel.id } });
  return { isPending, set };
}
