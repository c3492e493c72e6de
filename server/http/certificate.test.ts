import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, type TLSSocket } from 'node:tls';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../contract/limits.ts';
import { selfSigned } from '../../tests/doubles/self-signed.ts';
import { createManualClock } from '../../tests/server/manual-clock.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { createLoops } from '../base/loop.ts';
import { readAuthorities, readCertificate } from '../config/certificate.ts';
import { watchCertificate } from './setup.ts';

/** Of the manual clock. */
const NOW = 1_800_000_000_000;
let paths: { cert: string; key: string };
beforeEach(async () => {
  const directory = await temporaryDir();
  paths = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') };
});

function write({ cert, key }: { cert: Buffer | string; key: Buffer | string }): void {
  writeFileSync(paths.cert, cert);
  writeFileSync(paths.key, key);
}

const SITE = selfSigned();
const DAMAGED = '-----BEGIN CERTIFICATE-----\nMAAA\n-----END CERTIFICATE-----\n';

/** As a certificate has it, in UTC. */
const utcTime = (time: number) =>
  `${new Date(time).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`;

describe('a certificate is refused in one sentence', () => {
  test.each([
    ['when the file is not PEM', { cert: 'text' }, /^TLS_CERT: .* holds no certificate in PEM\.$/],
    ['when the key is not PEM', { key: 'text' }, /^TLS_KEY: .* holds no private key in PEM/],
    [
      'when the key belongs to another certificate',
      { key: selfSigned().key },
      /^TLS_KEY: .* is not the key of the certificate in /,
    ],
    [
      'when it is not valid yet',
      selfSigned({ from: utcTime(NOW + DAY_MS) }),
      /^TLS_CERT: .* is not valid before 2027-01-16\. Check the clock/,
    ],
    [
      'when its chain is damaged',
      { ...SITE, cert: `${SITE.cert}${DAMAGED}` },
      /^TLS_CERT: .* cannot be used: \w[^:]*\.$/,
    ],
    [
      'when its chain comes first',
      { ...SITE, cert: `${selfSigned().cert}${SITE.cert}` },
      /^TLS_KEY: .*, or that is not the first of its chain there\.$/,
    ],
  ])('%s', (_, changed, sentence) => {
    write({ ...selfSigned(), ...changed });
    expect(() => readCertificate(paths, NOW)).toThrow(sentence);
  });

  test('when a file cannot be read', () => {
    expect(() => readCertificate(paths, NOW)).toThrow(/^TLS_CERT: .* cannot be read \(ENOENT\)\.$/);
    expect(() => readAuthorities(paths.cert)).toThrow(/^MESH_CA: .* cannot be read \(ENOENT\)\.$/);
  });
});

test('a certificate in DER, as Windows exports it, is one in PEM', () => {
  const { raw } = new X509Certificate(SITE.cert);
  write({ ...SITE, cert: raw });
  expect(new X509Certificate(readCertificate(paths, NOW).cert).raw).toEqual(raw);
  // What is no PEM is passed over where authorities are read.
  expect(readAuthorities(paths.cert)).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
  expect(() => createSecureContext(readCertificate(paths, NOW))).not.toThrow();
});

test('an expired certificate is accepted at start', () => {
  write(selfSigned({ to: utcTime(NOW - DAY_MS) }));
  expect(readCertificate(paths, NOW).paths).toEqual(paths);
});

describe('a running server', () => {
  async function watched(first: { cert: Buffer; key: Buffer }) {
    write(first);
    const clock = createManualClock(NOW);
    const certificate = readCertificate(paths, clock.now());
    const server = createServer(certificate, (_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const errors: object[] = [];
    const log = { info: () => undefined, error: (fields: object) => void errors.push(fields) };
    const { close } = watchCertificate({
      certificate,
      server,
      clock,
      loops: createLoops(clock),
      log,
    });
    onTestFinished(async () => {
      await close();
      server.close();
    });
    await clock.sleeperOf(MINUTE_MS);
    return {
      errors,
      port: (server.address() as AddressInfo).port,
      async pass(ms: number) {
        clock.advance(ms);
        await clock.sleeperOf(MINUTE_MS);
      },
    };
  }

  /** @returns the PEM of the certificate that the server presents */
  function presented(port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const options = { port, host: '127.0.0.1', rejectUnauthorized: false, agent: false };
      request(options, (response) => {
        const { raw } = (response.socket as TLSSocket).getPeerCertificate();
        response.resume().on('end', () => resolve(raw.toString('base64')));
      })
        .on('error', reject)
        .end();
    });
  }

  const bodyOf = (cert: Buffer) => String(cert).replace(/-----[^-]+-----|\s/g, '');

  test('uses a renewed certificate, and keeps the old one while the files do not fit', async () => {
    const [old, renewed] = [selfSigned(), selfSigned()];
    const { port, pass, errors } = await watched(old);
    write({ cert: renewed.cert, key: old.key });
    await pass(MINUTE_MS);
    expect(errors).toEqual([{ reason: expect.stringContaining('is not the key of') }]);
    expect(await presented(port)).toBe(bodyOf(old.cert));
    write(renewed);
    await pass(MINUTE_MS);
    expect(await presented(port)).toBe(bodyOf(renewed.cert));
  });
});
