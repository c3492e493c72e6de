import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:7:a:b:c:d', '2001:db8:0:7::/64'],
  ['2001:db8:0:7::', '2001:db8:0:7::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
])('%s is counted as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('all addresses of one /64 have one key, and another /64 has another', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const four = fc.tuple(group, group, group, group);
  const written = (groups: readonly number[]) => {
    const full = groups.map((one) => one.toString(16)).join(':');
    return new URL(`http://[${full}]`).hostname.slice(1, -1);
  };
  fc.assert(
    fc.property(four, four, four, four, (network, host, otherHost, other) => {
      fc.pre(network.join() !== other.join());
      const key = addressKey(written([...network, ...host]));
      expect(addressKey(written([...network, ...otherHost]))).toBe(key);
      expect(addressKey(written([...other, ...host]))).not.toBe(key);
    }),
  );
});
