import {
  CHANNEL_KINDS,
  type ChannelKind,
  DUTY_CHANNEL,
  PUSH_CHANNEL,
} from '../../contract/channels.ts';
import type { Database } from '../database/database.ts';
import { listChannels } from './rows/channels.ts';
import { countWaiting } from './rows/deliveries.ts';

/** Alerts of one kind of channel. */
export interface AlertCount {
  readonly kind: ChannelKind;
  /** Since the start of this process. */
  readonly sent: number;
  readonly failed: number;
  readonly waiting: number;
}

/** Counts alerts by kind of channel, for metrics. */
export function createAlertCounters(db: Database) {
  const ended = new Map<string, number>();

  async function kindsById(): Promise<Map<string, ChannelKind>> {
    const channels = await listChannels(db);
    return new Map([
      [PUSH_CHANNEL, 'push'],
      [DUTY_CHANNEL, 'push'],
      ...channels.map(({ id, kind }) => [id, kind] as const),
    ]);
  }

  const countOf = (kind: ChannelKind, state: string) => ended.get(`${kind} ${state}`) ?? 0;

  return {
    count(kind: ChannelKind, state: 'sent' | 'failed', count: number): void {
      ended.set(`${kind} ${state}`, countOf(kind, state) + count);
    },
    async read(): Promise<AlertCount[]> {
      const kinds = await kindsById();
      const waiting = await countWaiting(db);
      return CHANNEL_KINDS.map((kind) => ({
        kind,
        sent: countOf(kind, 'sent'),
        failed: countOf(kind, 'failed'),
        waiting: [...waiting]
          .filter(([channel]) => kinds.get(channel) === kind)
          .reduce((sum, [, count]) => sum + count, 0),
      }));
    },
  };
}
