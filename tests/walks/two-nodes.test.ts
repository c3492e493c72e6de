import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Activity } from '../../contract/shapes/activity.ts';
import type { Bundle, BundleDetails } from '../../contract/shapes/bundle.ts';
import type { ProofStatus } from '../../contract/shapes/proof.ts';
import { freePort } from '../../scripts/free-port.mjs';
import { openIdentity } from '../../server/mesh/keys/identity.ts';
import { fileKeys } from '../../server/secrets/key-store.ts';
import { zipOf } from '../doubles/zip-writer.ts';
import { closeContexts, openBrowser, openPage } from '../e2e/browser.ts';
import { type DelayingProxy, startDelayingProxy } from '../e2e/delaying-proxy.ts';
import { type Operator, registerOperator } from '../e2e/operator.ts';
import { newDataDir, startProduct } from '../e2e/product.ts';
import { until, watchRounds } from '../e2e/rounds.ts';
import type { Product } from '../e2e/running-product.ts';
import { NO_SERVICE_WORKER } from '../e2e/service-worker.ts';

/** Two real nodes, each a process of its own, and what becomes of the one when the other is in trouble. */

const WRONG_CLOCK = `--import ${join(import.meta.dirname, '../e2e/wrong-clock.mjs')}`;
/** The round that was under way when something happened, and two more. */
const ROUNDS_MAX = 3;
/** What the dashboard shows for a status. */
const STATUS_WORDS = { connected: 'Connected', warning: 'Slow', error: 'Down' } as const;
const RECOVERED = /^South is (up|fast) again/;
/** The console is built for these: another name would be another build. */
const { product, parentSite } = JSON.parse(readFileSync('mesh.config.json', 'utf8'));
const SHIPPED = { product, parentSite };

const northDir = newDataDir();
const southDir = newDataDir();
let browser: Browser;
let proxy: DelayingProxy;
let north: Product;
let south: Product;
let ada: Operator;
let bob: Operator;
let northEnv: Record<string, string>;
let southEnv: Record<string, string>;

beforeAll(async () => {
  browser = await openBrowser();
  const [northPort, southPort] = [await freePort(), await freePort()];
  proxy = await startDelayingProxy(southPort);
  const key = (await openIdentity(fileKeys(southDir), 'south', Date.now)).jwks().keys[0]?.kid ?? '';
  northEnv = {
    DATA_DIR: northDir,
    PORT: String(northPort),
    MESH_CONFIG: configOf(northDir, 'north', { id: 'south', address: proxy.address, keys: [key] }),
  };
  southEnv = {
    DATA_DIR: southDir,
    PORT: String(southPort),
    MESH_CONFIG: configOf(southDir, 'south', {
      id: 'north',
      address: `http://127.0.0.1:${northPort}`,
    }),
  };
  north = await startProduct(northEnv);
  south = await startProduct(southEnv);
  [ada, bob] = [await registerOperator(north, 'ada'), await registerOperator(south, 'bob')];
});

afterAll(async () => {
  await closeContexts();
  await proxy.close();
});

interface Peer {
  readonly id: string;
  readonly address: string;
  readonly keys?: readonly string[];
}

const titled = (id: string) => id.replace(/^./, (first) => first.toUpperCase());
const named = (id: string) => ({ id, name: titled(id), domain: `${id}.mesh.example` });

function configOf(dir: string, node: string, peer: Peer): string {
  const path = join(dir, 'mesh.config.json');
  const config = {
    ...SHIPPED,
    node: named(node),
    platforms: [{ ...named(peer.id), ...peer }],
    probe: { intervalSec: 1, lateMs: 800, timeoutMs: 2000 },
    heartbeat: { enabled: true, intervalSec: 1 },
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}

const rowsOf = (operator: Operator) => operator.read<Activity[]>('/api/activity/logs');

describe('two nodes', () => {
  test.each([
    ['north', 'south'],
    ['south', 'north'],
  ])('%s sees, syncs with, proves and deploys to %s', async (from, to) => {
    const [product, operator, receiver] = from === 'north' ? [north, ada, bob] : [south, bob, ada];
    const rounds = await watchRounds(product, operator);
    await rounds.until('connected');
    rounds.close();

    const synced = await operator.call('/api/system/sync', { method: 'POST' });
    expect(await synced.json()).toMatchObject({ asked: 1, reached: 1 });

    const proof = { peer: to, deadline_sec: 60, commander_origin: product.url };
    const started = await sendJson(operator, '/api/mesh/proof/start', proof);
    const { challenge_id: id } = (await started.json()) as { challenge_id: string };
    const proven = await until(
      () => operator.read<ProofStatus>(`/api/mesh/proof/status/${id}`),
      ({ verified }) => verified,
    );
    expect(proven).toMatchObject({ callback_ok: true, file_ok: true });

    const bundle = await uploadedTo(operator, `from-${from}.zip`, titled(to));
    const deploy = await operator.call(`/api/zip/bundles/${bundle}/deploy`, { method: 'POST' });
    expect(await deploy.json()).toEqual({ message: 'On its way to 1 platform.' });
    const sent = await detailsWith(operator, bundle, 'deployed');
    const bundles = await receiver.read<Bundle[]>('/api/zip/bundles');
    const taken = bundles.find(({ name }) => name === `from-${from}.zip`);
    expect(await receiver.read(`/api/zip/bundles/${taken?.id}`)).toMatchObject({
      status: 'validated',
      sha256: sent.sha256,
      uploadedBy: `${titled(from)} (${from}.mesh.example)`,
    });
  });

  test('a failing peer shows within two rounds in status, row and badge, and so does its recovery', async () => {
    const { context, page } = await openSignedIn(north, ada);
    await page.goto(`${north.url}/dashboard`);
    const platforms = page.getByRole('list', { name: 'Platforms of the mesh' });
    const rounds = await watchRounds(north, ada);
    await rounds.until('connected');

    async function seen(status: keyof typeof STATUS_WORDS, row: RegExp): Promise<void> {
      const count = await rounds.until(status);
      // Whoever comes back may be late at first: the process has just started, or been held up.
      if (status !== 'connected') expect(count, `to ${status}`).toBeLessThanOrEqual(ROUNDS_MAX);
      await platforms.getByText(STATUS_WORDS[status], { exact: true }).waitFor();
      await until(
        () => rowsOf(ada),
        (rows) => rows.slice(0, 3).some(({ message }) => row.test(message)),
      );
    }

    proxy.delayMs = 1100;
    await seen('warning', /^South is slow: \d+ ms/);
    proxy.delayMs = 0;
    await seen('connected', RECOVERED);

    south.signal('SIGSTOP');
    await seen('error', /^South is down: no answer/);
    south.signal('SIGCONT');
    await seen('connected', RECOVERED);

    await replay();
    await rounds.next();
    await seen('connected', /./);

    await south.stop();
    await seen('error', /^South is down: (connection lost|cannot be reached)/);
    south = await startProduct(southEnv);
    await seen('connected', RECOVERED);

    await restartSouth({ NODE_OPTIONS: WRONG_CLOCK, WRONG_BY_MS: '60000' });
    await seen('error', /^South is .* the clocks differ/);
    await restartSouth();
    await seen('connected', RECOVERED);

    const identity = join(southDir, 'identity.json');
    await restartSouth({}, () => renameSync(identity, `${identity}.kept`));
    await seen(
      'error',
      /^South is not trusted: signed with a key that the configuration does not name/,
    );
    await restartSouth({}, () => renameSync(`${identity}.kept`, identity));
    await seen('connected', RECOVERED);

    rounds.close();
    await context.close();
  });

  test('a deployment waits for a receiver that is away, and reaches it when it is back', async () => {
    const bundle = await uploadedTo(ada, 'patient.zip', 'South');
    await south.stop();
    await ada.call(`/api/zip/bundles/${bundle}/deploy`, { method: 'POST' });
    const { context, page } = await openSignedIn(north, ada);
    await page.goto(`${north.url}/zip-bundles?bundle=${bundle}`);
    const drawer = page.getByRole('dialog', { name: 'patient.zip' });
    await drawer.getByText(/trying until \d/).waitFor();
    await drawer.getByRole('button', { name: /cancel/i }).waitFor();
    south = await startProduct(southEnv);
    await detailsWith(ada, bundle, 'deployed');
    await drawer.getByText('Delivered', { exact: true }).waitFor();
    await context.close();
  });

  test('a new key of a platform without pinned keys is shown until somebody acknowledges it', async () => {
    const { context, page } = await openSignedIn(south, bob);
    await page.goto(`${south.url}/mesh-network?platform=north`);
    const state = page.getByRole('region', { name: 'State', exact: true });
    await state.getByText('Connected', { exact: true }).waitFor();
    await north.stop();
    renameSync(join(northDir, 'identity.json'), join(northDir, 'identity.json.kept'));
    north = await startProduct(northEnv);
    await state.getByText('North signs with a new key').waitFor();
    await state.getByRole('button', { name: 'Acknowledge the new key' }).click();
    await state.getByText('North signs with a new key').waitFor({ state: 'detached' });
    const messages = (await rowsOf(bob)).map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringMatching(/^North has a new key: \S+ instead of /));
    expect(messages).toContain('bob acknowledged the new key of North');
    await context.close();
  });
});

/** A page of this node's console, with the session of the operator. */
async function openSignedIn(node: Product, operator: Operator) {
  const context = await browser.newContext(NO_SERVICE_WORKER);
  await context.addCookies([cookieOf(operator, node)]);
  const { page } = await openPage(context, 'two-nodes');
  await page.addInitScript(() => {
    localStorage.setItem('auth-token', 'ada');
    sessionStorage.setItem('session-auth', 'true');
  });
  return { context, page };
}

async function restartSouth(
  env: Record<string, string> = {},
  meanwhile: () => void = () => undefined,
): Promise<void> {
  await south.stop();
  meanwhile();
  south = await startProduct({ ...southEnv, ...env });
}

/** Sends a call of the other node once more, just as it was. */
async function replay(): Promise<void> {
  const calls = proxy.passed.filter(({ path }) => path === '/mesh/probe');
  const { headers = {}, body = Buffer.alloc(0) } = calls.at(-1) ?? {};
  const sent = headers as Record<string, string>;
  const fields = ['content-type', 'content-digest', 'route66', 'signature-input', 'signature'];
  const answer = await fetch(`${south.url}/mesh/probe`, {
    method: 'POST',
    headers: fields.map((name): [string, string] => [name, String(sent[name])]),
    body: new Uint8Array(body),
  });
  expect([answer.status, await answer.json()]).toMatchObject([401, { reason: 'replayed' }]);
  const metrics = await Promise.all(
    south.ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  );
  expect(metrics.join('\n')).toContain('meridian_mesh_calls_refused_total{reason="replayed"} 1');
}

const sendJson = (operator: Operator, path: string, payload: object) =>
  operator.call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });

async function uploadedTo(operator: Operator, name: string, target: string): Promise<string> {
  const form = new FormData();
  form.set('targetPlatforms', JSON.stringify([target]));
  form.set('priority', 'emergency');
  form.set('zipfile', new Blob([new Uint8Array(zipOf({ 'a.txt': name }))]), name);
  const answer = await operator.call('/api/zip/upload', { method: 'POST', body: form });
  const { bundle } = (await answer.json()) as { bundle: Bundle };
  await detailsWith(operator, String(bundle.id), 'validated');
  return String(bundle.id);
}

const detailsWith = (operator: Operator, id: string, status: string) =>
  until(
    () => operator.read<BundleDetails>(`/api/zip/bundles/${id}`),
    (details) => details.status === status,
  );

function cookieOf({ cookie }: Operator, { url }: Product) {
  const [name = '', value = ''] = cookie.split('=');
  return { name, value, url };
}
