import { extraDelete, extraRead, extraWrite, extraWriteJson } from './call.ts';
import {
  ChannelListSchema,
  ChannelTestAnswerSchema,
  DeliveryListSchema,
  RuleListSchema,
} from './shapes/alert.ts';
import { CommandAnswerSchema } from './shapes/watchdog.ts';

/** The calls about alerts: channels, rules, deliveries. */
export const ALERT_CALLS = {
  alertChannels: { ...extraRead, access: 'viewer', answer: ChannelListSchema },
  addAlertChannel: {
    ...extraWriteJson,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['alertChannels'],
  },
  changeAlertChannel: {
    ...extraWriteJson,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['alertChannels'],
  },
  removeAlertChannel: {
    ...extraDelete,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['alertChannels', 'alertRules'],
  },
  testAlertChannel: {
    ...extraWrite,
    access: 'operator',
    answer: ChannelTestAnswerSchema,
    refreshes: ['alertChannels', 'alertDeliveries'],
  },
  alertRules: { ...extraRead, access: 'viewer', answer: RuleListSchema },
  addAlertRule: {
    ...extraWriteJson,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['alertRules'],
  },
  changeAlertRule: {
    ...extraWriteJson,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['alertRules'],
  },
  removeAlertRule: {
    ...extraDelete,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['alertRules'],
  },
  alertDeliveries: { ...extraRead, access: 'viewer', answer: DeliveryListSchema },
} as const;
