import { expect, onTestFinished, test } from 'vitest';
import { startNameServer } from '../../../../tests/doubles/name-server.ts';
import { startServer } from '../../../../tests/server/start-server.ts';

test('a record is the expected one however that is spelled, and a long one is shortened where it is shown', async () => {
  const server = await startServer({ alone: true });
  onTestFinished(() => server.close());
  const { cookie } = await server.signUp();
  const tried = async (platform: object): Promise<{ ok: boolean; steps: { text: string }[] }> => {
    const json = { platform: { name: 'Shop', ...platform } };
    return (await server.call('/api/mesh/test', { cookie, json })).json();
  };
  const names = await startNameServer('192.0.2.7');
  onTestFinished(names.close);
  const name = (text: string) =>
    Buffer.concat([...text.split('.').map((part) => line(Buffer.from(part))), Buffer.from([0])]);
  const line = (data: Buffer) => Buffer.concat([Buffer.from([data.length]), data]);
  const txt = (...lines: string[]) => Buffer.concat(lines.map((one) => line(Buffer.from(one))));
  const key = `v=DKIM1; k=rsa; p=${'MIIBIjAN'.repeat(90)}`;
  names.records
    .set(2, [name('a.ns.example')])
    .set(5, [name('xn--mnchen-3ya.example')])
    .set(15, [Buffer.concat([Buffer.from([0, 10]), name('mx1.mail.example')])])
    .set(16, [txt(key.slice(0, 255), key.slice(255, 510), key.slice(510)), txt('say "Größe" \\')])
    .set(12, [name('host.example')])
    .set(33, [Buffer.concat([Buffer.from([0, 10, 0, 5, 0x13, 0xc4]), name('sip.example')])])
    .set(257, [Buffer.concat([Buffer.from([0, 5]), Buffer.from('issueca.example')])])
    .set(28, [Buffer.from('20010db8000000000000000000000001', 'hex')]);
  const isUp = async (record: string, value: string) => {
    const dns = { kind: 'dns', host: 'shop.example', server: names.address, record, value };
    return (await tried(dns)).ok;
  };
  for (const [record, value] of [
    ['AAAA', '2001:0DB8:0000::0001'],
    ['MX', 'mail.example.\t300\tIN\tMX\t10 MX1.mail.example.'],
    ['NS', 'A.ns.example.'],
    ['PTR', 'Host.example.'],
    ['SRV', '_sip._tcp.example. 60 IN SRV 10 5 5060 SIP.example.'],
    ['CAA', '0 ISSUE "ca.example"'],
    ['CNAME', 'münchen.example'],
    ['TXT', key],
    ['TXT', 'say "Größe" \\'],
  ] as const)
    expect([value, await isUp(record, value)]).toEqual([value, true]);
  // As Uptime Kuma has it.
  for (const host of ['192.0.2.7', '2001:db8::7']) {
    const reverse = { kind: 'dns', host, record: 'PTR', server: names.address };
    expect((await tried(reverse)).ok).toBe(true);
  }
  expect(names.asked.slice(-2)).toEqual([
    '7.2.0.192.in-addr.arpa',
    `7.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`,
  ]);
  const dns = { kind: 'dns', host: 'shop.example', server: names.address };
  const wrong = await tried({ ...dns, record: 'TXT', value: 'x'.repeat(60_000) });
  expect(wrong.steps.at(-1)?.text).toMatch(
    /^Failed: TXT is v=DKIM1.{0,60}…, say .* instead of x{59}…$/,
  );
});
