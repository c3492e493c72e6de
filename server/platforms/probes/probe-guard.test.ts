import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { parseTargets } from '../../config/targets.ts';
import { checkLiteral, judgedLookup, type Lookup } from '../../outgoing/addresses.ts';
import { createProbeGuard } from './probe-guard.ts';

const OWN_PORT = 3000;
const guardOf = (allowed: readonly string[] = [], lookup?: Lookup) =>
  createProbeGuard({
    allowed: parseTargets(allowed),
    ownPort: () => OWN_PORT,
    ...(lookup && { lookup }),
  });
/** As a URL spells it. */
const hostOf = (host: string) => new URL(`http://${host}/`).hostname;
const FORBIDDEN = expect.objectContaining({ reason: 'forbidden-target' });
function refusal(host: string, port: number, allowed?: readonly string[]): unknown {
  try {
    checkLiteral(guardOf(allowed), hostOf(host), port);
    return undefined;
  } catch (error) {
    return error;
  }
}

test('the metadata services of clouds are refused, however their address is written', () => {
  const metadata = [
    ...['169.254.169.254', '2852039166', '0xA9FEA9FE', '0251.0376.0251.0376', '169.254.170.2'],
    ...['[::ffff:169.254.169.254]', '[64:ff9b::a9fe:a9fe]', '[::a9fe:a9fe]', '[2002:a9fe:a9fe::1]'],
    ...['[fd00:ec2::254]', '[fd20:ce::254]', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  ];
  for (const host of metadata) expect([host, refusal(host, 80)]).toEqual([host, FORBIDDEN]);
  expect(refusal('169.254.169.254', 80, ['169.254.169.254'])).toBeUndefined();
});

test('the port of this server is refused on this machine alone, in every form of its address', () => {
  for (const host of ['127.0.0.1', '127.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '[::]']) {
    expect([host, refusal(host, OWN_PORT)]).toEqual([host, FORBIDDEN]);
    if (host !== '[::]') expect([host, refusal(host, OWN_PORT + 1)]).toEqual([host, undefined]);
  }
  expect(refusal('10.1.2.3', OWN_PORT)).toBeUndefined();
});

test('a name is judged by the addresses that the socket gets, each time anew', async () => {
  const answers = ['93.184.215.14', '169.254.169.254', '::ffff:127.0.0.1'];
  const lookup = ((_name: string, _options: object, done: (e: null, a: LookupAddress[]) => void) =>
    done(null, [{ address: answers.shift() ?? '', family: 4 }])) as unknown as Lookup;
  const guard = guardOf([], lookup);
  const connectedTo = () =>
    new Promise((resolve) => {
      const find = judgedLookup(guard, OWN_PORT);
      find('shop.example', {}, (error, address) => resolve(error ?? address));
    });
  expect(await connectedTo()).toBe('93.184.215.14');
  expect(await connectedTo()).toEqual(FORBIDDEN);
  expect(await connectedTo()).toEqual(FORBIDDEN);
});
