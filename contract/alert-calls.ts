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
  alertChannels: { ...extraRead, path: PATHS.alertChannels, answer: ChannelListSchema },
  addAlertChannel: {
    ...extraWriteJson,
    path: PATHS.addAlertChannel,
    answer: CommandAnswerSchema,
    refreshes: ['alertChannels'],
  },
  changeAlertChannel: {
    ...extraWriteJson,
    path: PATHS.changeAlertChannel,
    answer: CommandAnswerSchema,
    refreshes: ['alertChannels'],
  },
  removeAlertChannel: {
    ...extraDelete,
    path: PATHS.removeAlertChannel,
    answer: CommandAnswerSchema,
    refreshes: ['alertChannels', 'alertRules'],
  },
  testAlertChannel: {
    ...extraWrite,
    path: PATHS.testAlertChannel,
    answer: ChannelTestAnswerSchema,
    refreshes: ['alertChannels', 'alertDeliveries'],
  },
  alertRules: { ...extraRead, path: PATHS.alertRules, answer: RuleListSchema },
  addAlertRule: {
    ...extraWriteJson,
    path: PATHS.addAlertRule,
    answer: CommandAnswerSchema,
    refreshes: ['alertRules'],
  },
  changeAlertRule: {
    ...extraWriteJson,
    path: PATHS.changeAlertRule,
    answer: CommandAnswerSchema,
    refreshes: ['alertRules'],
  },
  removeAlertRule: {
    ...extraDelete,
    path: PATHS.removeAlertRule,
    answer: CommandAnswerSchema,
    refreshes: ['alertRules'],
  },
  alertDeliveries: { ...extraRead, path: PATHS.alertDeliveries, answer: DeliveryListSchema },
} as const;
