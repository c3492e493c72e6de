import { extraDelete, extraRead, extraWrite, extraWriteJson } from './call.ts';
import { PATHS } from './paths.ts';
import {
  ChannelListSchema,
  ChannelTestAnswerSchema,
  DeliveryListSchema,
  RuleListSchema,
} from './shapes/alert.ts';
import { CommandAnswerSchema } from './shapes/watchdog.ts';

/** The calls about alerts: channels, rules, deliveries. */
export const ALERT_CALLS = {
  alertChannels: {
    ...extraRead,
    path: PATHS.alertChannels,
    access: 'viewer',
    answer: ChannelListSchema,
  },
  addAlertChannel: {
    ...extraWriteJson,
    path: PATHS.addAlertChannel,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['alertChannels'],
  },
  changeAlertChannel: {
    ...extraWriteJson,
    path: PATHS.changeAlertChannel,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['alertChannels'],
  },
  removeAlertChannel: {
    ...extraDelete,
    path: PATHS.removeAlertChannel,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['alertChannels', 'alertRules'],
  },
  testAlertChannel: {
    ...extraWrite,
    path: PATHS.testAlertChannel,
    access: 'operator',
    answer: ChannelTestAnswerSchema,
    refreshes: ['alertChannels', 'alertDeliveries'],
  },
  alertRules: { ...extraRead, path: PATHS.alertRules, access: 'viewer', answer: RuleListSchema },
  addAlertRule: {
    ...extraWriteJson,
    path: PATHS.addAlertRule,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['alertRules'],
  },
  changeAlertRule: {
    ...extraWriteJson,
    path: PATHS.changeAlertRule,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['alertRules'],
  },
  removeAlertRule: {
    ...extraDelete,
    path: PATHS.removeAlertRule,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['alertRules'],
  },
  alertDeliveries: {
    ...extraRead,
    path: PATHS.alertDeliveries,
    access: 'viewer',
    answer: DeliveryListSchema,
  },
} as const;
