import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AddressPolicy } from './addresses.ts';
import { sentenceOf, TransportError } from './no-answer.ts';
import { readPackets, sendPackets } from './ping.ts';
import { createTiming } from './timing.ts';

const policy: AddressPolicy = {
  lookup: ((_host: string, _options: object, done: (...to: unknown[]) => void) =>
    done(null, [{ address: '192.0.2.7', family: 4 }])) as never,
  refusal: (_host, _port, address) =>
    address.startsWith('169.254.') ? new TransportError('forbidden-target') : undefined,
};
const waiting = (ms = 5_000) => ({ signal: AbortSignal.timeout(ms), timing: createTiming() });

/** @returns the path of a `ping` that does this */
function pingThat(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ping-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'ping');
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

const IPUTILS = `PING 127.0.0.1 (127.0.0.1) 56(84) bytes of data.

--- 127.0.0.1 ping statistics ---
3 packets transmitted, 2 received, 33.3333% packet loss, time 426ms
rtt min/avg/max/mdev = 0.021/1.143/2.378/0.165 ms`;
const BUSYBOX = `PING 127.0.0.1 (127.0.0.1): 56 data bytes

--- 127.0.0.1 ping statistics ---
3 packets transmitted, 3 packets received, 0% packet loss
round-trip min/avg/max = 0.030/0.047/0.062 ms`;

test('what iputils and busybox print is read alike', () => {
  expect(readPackets(IPUTILS)).toEqual({ sent: 3, received: 2, latencyMs: 1.1 });
  expect(readPackets(BUSYBOX)).toEqual({ sent: 3, received: 3, latencyMs: 0 });
});

test('a name is called by its address, without a shell, in the language C', async () => {
  const command = pingThat(
    `[ "$LC_ALL" = C ] && [ "$5 $6 $7" = "0.2 192.0.2.7 " ] && printf '${IPUTILS.replaceAll('%', '%%')}'`,
  );
  expect(await sendPackets('host.example', policy, waiting(), command)).toEqual({
    ...{ address: '192.0.2.7', sent: 3, received: 2, latencyMs: 1.1 },
  });
});

test.each([
  [
    'that loses all packets',
    'echo "3 packets transmitted, 0 received, 100% loss"; exit 1',
    'no answer',
  ],
  ['that prints something else', 'echo well', 'no answer'],
  ['that never ends', 'exec sleep 600', 'no answer'],
  ['that ends without closing its output', 'sleep 5 & exit 0', 'no answer'],
  ['that prints without end', 'exec yes', 'no answer'],
  ['without a network', 'echo "ping: connect: Network is unreachable" >&2; exit 2', 'no network'],
  ['that may not', 'echo "ping: socket: Operation not permitted" >&2; exit 2', 'ping_group_range'],
])('a ping %s is a sentence, in time', async (_, script, sentence) => {
  const failed = sendPackets('192.0.2.7', policy, waiting(1_000), pingThat(script));
  expect(await failed.catch(sentenceOf)).toContain(sentence);
});

test('a ping that is not there names the package that brings it', async () => {
  const failed = sendPackets('192.0.2.7', policy, waiting(), '/nowhere/ping');
  expect(await failed.catch(sentenceOf)).toContain('install the package iputils-ping');
});

test('an address that is refused is not called', async () => {
  const failed = sendPackets('169.254.169.254', policy, waiting(), '/nowhere/ping');
  expect(await failed.catch(sentenceOf)).toContain('does not call its address');
});
