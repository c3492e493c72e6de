import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { parseTargets } from '../../config/targets.ts';
import { checkLiteral, judgedLookup } from '../../outgoing/addresses.ts';
import { createTargetGuard } from './target-guard.ts';

/** Names resolve to what the test says. */
function guard(
  allowed: readonly string[],
  found: readonly string[] = [],
  only?: readonly string[],
) {
  const addresses: LookupAddress[] = found.map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  const lookup = (_name: string, _options: object, done: CallableFunction) => done(null, addresses);
  return createTargetGuard(
    { privateTargets: parseTargets(allowed), onlyTargets: only ? parseTargets(only) : null },
    lookup as never,
  );
}

const resolve = (
  host: string,
  found: readonly string[],
  allowed: readonly string[] = [],
  only?: readonly string[],
) =>
  new Promise((answer) => {
    const lookup = judgedLookup(guard(allowed, found, only), 443);
    lookup(host, { all: true }, (error, addresses) => answer(error ?? addresses));
  });

const PRIVATE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '169.254.1.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::10.0.0.1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
];
const PUBLIC = ['93.184.215.14', '1.1.1.1', '100.63.255.255', '172.32.0.1', '2606:4700::1111'];

describe('an address', () => {
  test.each(PRIVATE)(
    '%s is refused, written out and as what a name resolves to',
    async (address) => {
      expect(() => checkLiteral(guard([]), address, 443)).toThrow('ALERT_PRIVATE_TARGETS');
      expect(await resolve('mail.example', [address])).toMatchObject({
        message: expect.stringContaining('ALERT_PRIVATE_TARGETS=mail.example'),
      });
    },
  );

  test.each(['169.254.169.254', '::ffff:169.254.169.254', 'fd00:ec2::254'])(
    '%s is refused for ever, and no setting is advised',
    async (address) => {
      const message = (host: string) =>
        `${host} is the metadata service of a cloud, which alerts are never sent to.`;
      expect(() => checkLiteral(guard([address]), address, 443)).toThrow(message(address));
      expect(await resolve('mail.example', [address], ['mail.example'])).toMatchObject({
        message: message('mail.example'),
      });
    },
  );

  test.each(PUBLIC)('%s is allowed', async (address) => {
    checkLiteral(guard([]), address, 443);
    expect(await resolve('mail.example', [address])).toMatchObject([{ address }]);
  });

  test('is refused in brackets too, as URLs have it', () => {
    expect(() => checkLiteral(guard([]), '[::1]', 443)).toThrow('not at a public address');
    checkLiteral(guard(['[::1]']), '[::1]', 443);
  });
});

describe('a name', () => {
  test('is refused when one of its addresses is private, and when it has none', async () => {
    expect(await resolve('mail.example', ['1.1.1.1', '10.0.0.1'])).toBeInstanceOf(Error);
    expect(await resolve('mail.example', [])).toBeInstanceOf(Error);
  });

  test('that looks like a number is judged by what it resolves to', async () => {
    expect(await resolve('2130706433', ['127.0.0.1'])).toBeInstanceOf(Error);
  });
});

describe('a list of the only targets', () => {
  const only = (list: readonly string[], found: readonly string[], host: string) =>
    resolve(host, found, [], list);

  test('allows what it names, and nothing else that is public', async () => {
    const list = ['hooks.example', '93.184.215.0/24'];
    expect(await only(list, ['1.1.1.1'], 'Hooks.example')).toMatchObject([{}]);
    expect(await only(list, ['93.184.215.14'], 'mail.example')).toMatchObject([{}]);
    expect(await only(list, ['1.1.1.1'], 'other.example')).toMatchObject({
      message: expect.stringContaining('ALERT_TARGETS=other.example'),
    });
    expect(() => checkLiteral(guard([], [], list), '1.1.1.1', 443)).toThrow(
      'ALERT_TARGETS=1.1.1.1',
    );
    checkLiteral(guard([], [], list), '93.184.215.14', 443);
  });

  test('does not make a private address reachable', async () => {
    expect(await only(['mail.lan'], ['10.0.0.1'], 'mail.lan')).toMatchObject({
      message: expect.stringContaining('ALERT_PRIVATE_TARGETS=mail.lan'),
    });
  });
});

describe('what the configuration names', () => {
  test('is allowed: by name, by address, by range', async () => {
    expect(await resolve('Mail.lan', ['10.0.0.1'], ['mail.lan'])).toMatchObject([{}]);
    expect(await resolve('mail.lan', ['10.0.0.1'], ['10.0.0.1'])).toMatchObject([{}]);
    expect(await resolve('mail.lan', ['::ffff:10.0.0.1'], ['10.0.0.0/8'])).toMatchObject([{}]);
    checkLiteral(guard(['10.0.0.0/8']), '10.9.9.9', 443);
  });

  test('allows nothing beside it', async () => {
    expect(await resolve('other.lan', ['10.0.0.1'], ['mail.lan'])).toBeInstanceOf(Error);
    expect(await resolve('mail.lan', ['10.0.0.2'], ['10.0.0.1'])).toBeInstanceOf(Error);
    expect(await resolve('mail.lan', ['10.0.0.1', '192.168.0.1'], ['10.0.0.0/8'])).toBeInstanceOf(
      Error,
    );
  });

  test('never allows the metadata service of a cloud', async () => {
    expect(await resolve('mail.lan', ['169.254.169.254'], ['mail.lan'])).toBeInstanceOf(Error);
    expect(() => checkLiteral(guard(['0.0.0.0/0', '::/0']), '169.254.169.254', 443)).toThrow();
    expect(() => checkLiteral(guard(['::/0']), 'fd00:ec2::254', 443)).toThrow();
  });
});
