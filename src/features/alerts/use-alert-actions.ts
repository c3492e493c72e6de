import type { ChannelPayload, RulePayload } from '../../../contract/sent/alert.ts';
import type { Channel, Rule } from '../../../contract/shapes/alert.ts';
import { useAction } from '../../client/actions.ts';
import { refusalOf } from '../../ui/dialog-form.tsx';

/** What can be done with channels and rules, each with its notice. */
export interface AlertActions {
  /** Id of the channel or rule that is being changed or removed. */
  readonly busyWith: string | undefined;
  /** Id of the channel that a test is sent by. */
  readonly testing: string | undefined;
  /**
   * @param id undefined: a new one
   * @returns why it was refused; undefined: it is saved
   */
  readonly saveChannel: (
    id: string | undefined,
    payload: ChannelPayload,
  ) => Promise<string | undefined>;
  readonly removeChannel: (channel: Channel) => void;
  readonly testChannel: (channel: Channel) => void;
  readonly saveRule: (id: number | undefined, payload: RulePayload) => Promise<string | undefined>;
  readonly removeRule: (rule: Rule) => void;
}

export function useAlertActions(): AlertActions {
  const addChannel = useAction('addAlertChannel', { success: 'Channel added' });
  const changeChannel = useAction('changeAlertChannel', {
    success: 'Channel changed',
    failure: 'The channel could not be changed',
  });
  const removeChannel = useAction('removeAlertChannel', {
    success: 'Channel removed',
    failure: 'The channel could not be removed',
  });
  const testChannel = useAction('testAlertChannel', {
    success: ({ delivery: { state, error } }) =>
      state === 'sent'
        ? 'Test sent'
        : { severity: 'error', title: 'The test was not sent', message: error ?? state },
    failure: 'The test was not sent',
  });
  const addRule = useAction('addAlertRule', { success: 'Rule added' });
  const changeRule = useAction('changeAlertRule', {
    success: 'Rule changed',
    failure: 'The rule could not be changed',
  });
  const removeRule = useAction('removeAlertRule', {
    success: 'Rule removed',
    failure: 'The rule could not be removed',
  });
  const busy = [changeChannel, removeChannel, changeRule, removeRule].find(
    ({ isPending }) => isPending,
  );
  return {
    busyWith: busy?.variables?.params.id,
    testing: testChannel.isPending ? testChannel.variables?.params.id : undefined,
    saveChannel: (id, payload) =>
      refusalOf(
        id === undefined
          ? addChannel.mutateAsync(payload)
          : changeChannel.mutateAsync({ ...payload, params: { id } }),
      ),
    removeChannel: ({ id }) => removeChannel.mutate({ params: { id } }),
    testChannel: ({ id }) => testChannel.mutate({ params: { id } }),
    saveRule: (id, payload) =>
      refusalOf(
        id === undefined
          ? addRule.mutateAsync(payload)
          : changeRule.mutateAsync({ ...payload, params: { id: String(id) } }),
      ),
    removeRule: ({ id }) => removeRule.mutate({ params: { id: String(id) } }),
  };
}
