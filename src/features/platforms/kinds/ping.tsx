import type { Kind } from './kind.ts';

export const ping: Kind = {
  has: 'It answers pings',
  hint: 'A router, a printer, a host without a service of its own: packets come back',
  name: 'Ping',
  address: {
    label: 'Host',
    example: 'router.example',
    missing: 'Enter a name or an address, such as router.example',
  },
  values: {},
  sent: [],
  place: (host) => ({ host }),
};
