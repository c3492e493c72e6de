import { extraRead, extraWrite, operatorDelete, operatorWriteJson } from './call.ts';
import { MINUTE_MS } from './limits.ts';
import {
  AlertPreviewSchema,
  ChannelAnswerSchema,
  ChannelListSchema,
  ChannelTestAnswerSchema,
  DeliveryListSchema,
  RotaSchema,
  RuleListSchema,
} from './shapes/alert.ts';

const channelWrite = {
  ...operatorWriteJson,
  answer: ChannelAnswerSchema,
  refreshes: ['alertChannels'],
} as const;

/** The calls about alerts: channels, rules, deliveries. */
export const ALERT_CALLS = {
  /** Devices come and go without a message. */
  alertChannels: {
    ...extraRead,
    access: 'viewer',
    answer: ChannelListSchema,
    pollMs: MINUTE_MS,
  },
  addAlertChannel: channelWrite,
  changeAlertChannel: channelWrite,
  removeAlertChannel: { ...operatorDelete, refreshes: ['alertChannels', 'alertRules'] },
  testAlertChannel: {
    ...extraWrite,
    access: 'operator',
    answer: ChannelTestAnswerSchema,
    refreshes: ['alertChannels', 'alertDeliveries'],
  },
  previewAlert: { ...operatorWriteJson, answer: AlertPreviewSchema },
  alertRules: { ...extraRead, access: 'viewer', answer: RuleListSchema },
  addAlertRule: { ...operatorWriteJson, refreshes: ['alertRules'] },
  changeAlertRule: { ...operatorWriteJson, refreshes: ['alertRules'] },
  removeAlertRule: { ...operatorDelete, refreshes: ['alertRules'] },
  /** Turns begin and end without a message. */
  rota: { ...extraRead, access: 'viewer', answer: RotaSchema, pollMs: MINUTE_MS },
  changeRota: { ...operatorWriteJson, refreshes: ['rota', 'alertChannels'] },
  /** A device says that it has shown a drill, or a person that they have opened it. */
  reportArrival: { ...operatorWriteJson, access: 'viewer' },
  alertDeliveries: { ...extraRead, access: 'viewer', answer: DeliveryListSchema },
} as const;
