import { PROBE } from '../../../../contract/limits.ts';
import type { Kind, Typed } from './kind.ts';

const MINUTE_SEC = 60;
const VALUES = { everyMin: 5 as Typed, graceMin: 1 as Typed, renew: false };

const inSeconds = (min: Typed) => Math.round(Number(min) * MINUTE_SEC);

export const report: Kind<typeof VALUES> = {
  has: 'It reports itself',
  hint: 'A job, a backup, anything behind a firewall: it calls this server in time',
  name: 'Reports itself',
  values: VALUES,
  sent: ['renew'],
  place: () => ({}),
  payload: ({ everyMin, graceMin }) => ({
    everySec: inSeconds(everyMin),
    graceSec: inSeconds(graceMin),
  }),
  stored({ settings }) {
    const { everySec = 0, graceSec = 0 } = settings as Record<string, number>;
    return { everyMin: everySec / MINUTE_SEC, graceMin: graceSec / MINUTE_SEC };
  },
  main: ({ controls: { row, number, check }, row: changed }) => (
    <>
      {row(
        number('everyMin', 'Every (minutes)', PROBE.everySecMin / 60, PROBE.everySecMax / 60),
        number('graceMin', 'Grace (minutes)', 0, PROBE.everySecMax / 60),
      )}
      {changed
        ? check('renew', 'Give it a new address to call', 'The present one stops at once')
        : null}
    </>
  ),
};
