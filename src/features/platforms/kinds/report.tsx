import { PROBE } from '../../../../contract/platform-limits.ts';
import { deviceTimeZone } from '../../../domain/zoned-time.ts';
import type { Kind, Typed } from './kind.ts';

const MINUTE_SEC = 60;
const VALUES = {
  when: 'every',
  everyMin: 5 as Typed,
  cron: '',
  /** Empty: that of this device. */
  timeZone: '',
  graceMin: 1 as Typed,
  renew: false,
};
const WHEN = [
  { value: 'every', label: 'At an interval' },
  { value: 'cron', label: 'By cron' },
];
const GRACE = 'How much later it may be, and how long a run may take that says when it begins';

type Settings = { everySec?: number; graceSec?: number; timeZone?: string };

const inSeconds = (min: Typed) => Math.round(Number(min) * MINUTE_SEC);

export const report: Kind<typeof VALUES> = {
  has: 'It reports itself',
  hint: 'A job, a backup, anything behind a firewall: it calls this server in time',
  name: 'Reports itself',
  values: VALUES,
  sent: ['renew'],
  place: () => ({}),
  payload: ({ when, everyMin, cron, timeZone, graceMin }) => ({
    ...(when === 'cron'
      ? { cron, timeZone: timeZone || deviceTimeZone() }
      : { everySec: inSeconds(everyMin) }),
    graceSec: inSeconds(graceMin),
  }),
  stored({ settings }) {
    const { everySec, graceSec = 0, timeZone = 'UTC' } = settings as Settings;
    return {
      when: everySec === undefined ? 'cron' : 'every',
      everyMin: everySec === undefined ? VALUES.everyMin : everySec / MINUTE_SEC,
      timeZone,
      graceMin: graceSec / MINUTE_SEC,
    };
  },
  main: ({ values: { when }, controls: { row, number, check, select, text }, row: changed }) => (
    <>
      {row(
        select('when', 'When it calls', WHEN),
        when === 'cron'
          ? text('timeZone', 'Time zone', deviceTimeZone())
          : number('everyMin', 'Every (minutes)', PROBE.everySecMin / 60, PROBE.everySecMax / 60),
      )}
      {when === 'cron' ? text('cron', 'Line of cron', '30 2 * * *', { required: true }) : null}
      {number('graceMin', 'Grace (minutes)', 0, PROBE.everySecMax / 60, GRACE)}
      {changed
        ? check('renew', 'Give it a new address to call', 'The present one stops at once')
        : null}
    </>
  ),
};
