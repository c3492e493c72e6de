import { expect, test } from 'vitest';
import { isSameRecord, recordText } from './dns-value.ts';

const AAAA = '2001:db8::1';
const MX = recordText({ exchange: 'mx1.mail.example', priority: 10 });
const SRV = recordText({ priority: 10, weight: 5, port: 5060, name: 'sip.example' });
const CAA = recordText({ critical: 0, issue: 'ca.example; accounturi=https://ca.example/7' });
const NOBODY = recordText({ critical: 128, issuewild: ';', type: 'CAA' });
const DKIM = recordText(['v=DKIM1; p=MIIB', 'IjAN']);
/** As the resolver answers it: a character for each byte. */
const BYTES = recordText([Buffer.from('say "Größe" \\').toString('latin1')]);

test.each([
  ['A', '192.0.2.7', ' 192.0.2.7 '],
  ['A', '192.0.2.7', 'shop.example. IN A 192.0.2.7'],
  ['AAAA', AAAA, '2001:0DB8:0000:0000:0000:0000:0000:0001'],
  ['AAAA', AAAA, '2001:db8:0:0:0:0:0.0.0.1'],
  ['AAAA', AAAA, '[2001:db8::1]'],
  ['AAAA', '::ffff:192.0.2.1', '::ffff:c000:201'],
  ['MX', MX, '10 mx1.mail.example.'],
  ['MX', MX, '010   MX1.mail.example'],
  ['MX', MX, 'mx1.mail.example.'],
  ['MX', MX, 'mail.example. 300 IN MX 10 mx1.mail.example.'],
  ['MX', recordText({ exchange: '', priority: 0 }), '0 .'],
  ['MX', MX, 'mail.example. 5m MX 10 mx1.mail.example.'],
  ['MX', MX, 'mail.example. IN 300 MX 10 mx1.mail.example.'],
  ['NS', 'a.ns.example', 'A.NS.example.'],
  ['PTR', 'host.example', '7.2.0.192.in-addr.arpa. 300 IN PTR Host.example.'],
  ['SRV', SRV, '10 5 5060 sip.example.'],
  ['SRV', SRV, '010  05\t5060 SIP.Example'],
  ['SRV', SRV, 'sip.example.'],
  ['SRV', SRV, '5060 sip.example'],
  ['SRV', SRV, '_sip._tcp.example. 60 IN SRV 10 5 5060 sip.example.'],
  ['SRV', recordText({ priority: 0, weight: 0, port: 0, name: '' }), '0 0 0 .'],
  ['CAA', CAA, '0 issue "ca.example; accounturi=https://ca.example/7"'],
  ['CAA', CAA, '000 ISSUE "CA.example;accounturi = https://ca.example/7"'],
  ['CAA', CAA, 'issue ca.example;accounturi=https://ca.example/7'],
  ['CAA', CAA, '"ca.example; accounturi=https://ca.example/7"'],
  ['CAA', CAA, 'example. 60 IN CAA 0 issue "ca.example; accounturi=https://ca.example/7"'],
  ['CAA', NOBODY, '128 issuewild ";"'],
  ['CAA', NOBODY, '128 issuewild ""'],
  ['CNAME', 'xn--mnchen-3ya.example', 'München.example.'],
  ['CNAME', '_acme.example', '_ACME.example.'],
  ['TXT', DKIM, 'v=DKIM1; p=MIIBIjAN'],
  ['TXT', DKIM, '"v=DKIM1; p=MIIBIjAN"'],
  ['TXT', DKIM, '"v=DKIM1; " "p=MIIBIjAN"'],
  ['TXT', DKIM, '( "v=DKIM1; p=MI" "IBIjAN" )'],
  ['TXT', DKIM, 'k._domainkey.example. 60 IN TXT "v=DKIM1; p=MIIB" "IjAN"'],
  ['TXT', BYTES, 'say "Größe" \\'],
  ['TXT', BYTES, '"say \\"Gr\\195\\182\\195\\159e\\" \\\\"'],
])('%s %s is %s', (type, record, expected) => {
  expect(isSameRecord(type, record, expected)).toBe(true);
});

test.each([
  ['AAAA', AAAA, '2001:db8::2'],
  ['AAAA', AAAA, 'mesh'],
  ['AAAA', AAAA, '2001:db8::1%eth0'],
  ['MX', MX, '20 mx1.mail.example.'],
  ['MX', MX, '10'],
  ['MX', MX, 'mail.example. IN NS mx1.mail.example.'],
  ['NS', 'a.ns.example', '10 a.ns.example'],
  ['SRV', SRV, '10 5 5061 sip.example.'],
  ['SRV', SRV, '5 10 5060 sip.example.'],
  ['SRV', SRV, 'ip.example'],
  ['CAA', CAA, '0 issue "ca.example"'],
  ['CAA', CAA, '0 issuewild "ca.example; accounturi=https://ca.example/7"'],
  ['CAA', NOBODY, '0 issuewild ";"'],
  ['CAA', NOBODY, '128 issue ";"'],
  ['TXT', DKIM, 'v=DKIM1; p=MIIBIjA'],
  ['TXT', DKIM, '"v=DKIM1; p=MIIB" IjAN'],
])('%s %s is not %s', (type, record, expected) => {
  expect(isSameRecord(type, record, expected)).toBe(false);
});
