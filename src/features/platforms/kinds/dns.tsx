import { DNS_RECORDS } from '../../../../contract/shapes/platform.ts';
import type { Kind } from './kind.ts';

const VALUES = { record: 'A', value: '', server: '' };

export const dns: Kind<typeof VALUES> = {
  has: 'It has a DNS name',
  hint: 'A record is there, with the value that you expect',
  name: 'DNS name',
  address: {
    label: 'DNS name',
    example: 'mesh.example',
    missing: 'Enter a name, such as mesh.example',
  },
  values: VALUES,
  sent: ['record', 'value', 'server'],
  place: (host) => ({ host }),
  more: ({ controls: { row, select, text } }) => (
    <>
      {row(select('record', 'Record', [...DNS_RECORDS]), text('value', 'Expected value', 'Any'))}
      {text('server', 'Name server', 'That of this server')}
    </>
  ),
};
