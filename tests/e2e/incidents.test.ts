import { expect } from 'vitest';
import type { Incident, IncidentDetails } from '../../contract/shapes/incident.ts';
import { startHookServer, startMailServer } from './alert-receivers.ts';
import { SIGNED_OUT } from './browser.ts';
import { test as base } from './fixtures.ts';
import { type Operator, registerOperator } from './operator.ts';
import { approve, codeOn } from './pair-display.ts';
import { areUp, startPeers } from './peers.ts';
import { until, watchRounds } from './rounds.ts';
import { contextFor, isRead } from './screens.ts';

/** A platform goes down and comes back: who learns of it, who is on it, and what a killed server still sends. */

const SIGNING_KEY = `whsec_${Buffer.alloc(32, 'both ends').toString('base64')}`;
const WAIT = { timeout: 90_000 };
/** Long enough to kill the server between an incident and its alert. */
const AFTER_SEC = 3;

const test = base
  .extend('peers', { scope: 'file' }, async ({ launchOptions: _ }, { onCleanup }) => {
    const peers = await startPeers(['forge', 'archive']);
    onCleanup(() => peers.close());
    return peers;
  })
  .extend('productEnv', { scope: 'file' }, ({ peers }) => ({
    ...peers.env,
    ALERT_PRIVATE_TARGETS: '127.0.0.1',
  }))
  .extend('mail', { scope: 'file' }, async ({ launchOptions: _ }, { onCleanup }) => {
    const mail = await startMailServer();
    onCleanup(() => mail.close());
    return mail;
  })
  .extend('hook', { scope: 'file' }, async ({ launchOptions: _ }, { onCleanup }) => {
    const hook = await startHookServer(SIGNING_KEY);
    onCleanup(() => hook.close());
    return hook;
  })
  // One rule, which alerts by mail and by webhook at once.
  .extend('rule', { scope: 'file' }, async ({ operator, mail, hook }) => {
    const own = { name: 'On call', enabled: true };
    await operator.send('/api/alerts/channels', {
      ...{ ...own, kind: 'email', host: '127.0.0.1', port: mail.port, security: 'none' },
      ...{ username: '', from: 'meridian@mesh.example', to: ['ops@mesh.example'] },
    });
    await operator.send('/api/alerts/channels', {
      ...{ ...own, name: 'Hook', kind: 'webhook', template: 'json', url: hook.url },
      signingKey: SIGNING_KEY,
    });
    const channels = await operator.read<{ id: string; kind: string }[]>('/api/alerts/channels');
    const ids = channels.filter(({ kind }) => kind !== 'push').map(({ id }) => id);
    const rule = { name: 'Down', enabled: true, platforms: [], status: 'error', recovered: true };
    const whole = { ...rule, repeatMin: null, quiet: null, channels: ids };
    await operator.send('/api/alerts/rules', { ...whole, afterSec: 0 });
    const rules = await operator.read<{ id: number; name: string }[]>('/api/alerts/rules');
    return { ...whole, id: rules.find(({ name }) => name === 'Down')?.id };
  });

const incidentsOf = (operator: Operator) => operator.read<Incident[]>('/api/incidents');

test('all learn that a platform is down, who is on it, and that it is back', async ({
  browser,
  product,
  operator,
  peers,
  mail,
  hook,
  rule,
  signedIn,
  visitor,
  openPage,
}) => {
  expect(rule.channels).toHaveLength(2);
  await areUp(operator);
  const bob = await registerOperator(product, 'bob');
  const other = await contextFor(browser, product, bob, {});
  const { page: list } = await openPage(signedIn);
  const { page: dashboard } = await openPage(other);
  const { page: wall } = await openPage(visitor, [...SIGNED_OUT, /^401: POST /]);
  await list.goto(`${product.url}/incidents`);
  await dashboard.goto(`${product.url}/dashboard`);
  await wall.goto(`${product.url}/dashboard?wall=1`);
  await approve(operator, await codeOn(wall), 'Hall');
  await wall.getByRole('region', { name: 'Platforms' }).waitFor(WAIT);
  await isRead(dashboard);

  peers.down('archive', true);
  await list
    .getByRole('link', { name: /Archive/ })
    .first()
    .waitFor(WAIT);
  await dashboard
    .getByRole('button', { name: /I am on it/ })
    .first()
    .click(WAIT);

  await list
    .getByRole('list')
    .getByText('bob')
    .or(list.getByRole('table').getByText('bob'))
    .first()
    .waitFor(WAIT);
  const tile = wall.getByRole('region', { name: 'Platforms' }).getByText('bob is on it');
  await tile.waitFor(WAIT);
  await expect.poll(() => mail.received.join('\n')).toMatch(/^Subject: .*Archive is down/m);
  // On a busy machine the other platform may be down for a moment too.
  const alerts = () => hook.received.filter(({ body }) => body.includes('Archive is down'));
  await expect.poll(alerts).toMatchObject([{ isSigned: true }]);

  peers.down('archive', false);
  await areUp(operator);
  const [incident] = await until(
    () => incidentsOf(operator),
    ([first]) => first?.endedAt !== null,
  );
  const details = await operator.read<IncidentDetails>(`/api/incidents/${incident?.id}`);
  expect(details.events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['opened', 'acknowledged', 'alert', 'ended']),
  );
  await expect.poll(() => mail.received.join('\n')).toMatch(/^Subject: .*Archive is back/m);
  await expect.poll(() => tile.count()).toBe(0);
  await other.close();
});

test('a server that is killed between an incident and its alert sends it once after the restart', async ({
  product,
  operator,
  peers,
  hook,
  rule,
}) => {
  const { id, ...rest } = rule;
  await operator.send(`/api/alerts/rules/${id}`, { ...rest, afterSec: AFTER_SEC });
  peers.down('archive', false);
  await areUp(operator);
  const sent = hook.received.length;
  peers.down('forge', true);
  await until(
    () => incidentsOf(operator),
    (all) => all.some(isForgeDown),
  );
  await product.stop('SIGKILL');
  expect(hook.received).toHaveLength(sent);
  await product.start();
  await expect.poll(() => hook.received.length, WAIT).toBe(sent + 1);
  const rounds = await watchRounds(product, operator);
  await rounds.next();
  rounds.close();
  expect(hook.received.slice(sent).map(({ body }) => body)).toEqual([
    expect.stringContaining('Forge is down'),
  ]);
  const incidents = await incidentsOf(operator);
  expect(incidents.filter(isForgeDown)).toHaveLength(1);
});

/** On a busy machine it may have been slow before. */
const isForgeDown = ({ platform, status }: Incident) => platform === 'forge' && status === 'error';
