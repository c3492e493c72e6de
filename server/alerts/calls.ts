import type { FastifyInstance } from 'fastify';
import { httpError } from '../base/http-error.ts';
import type { NodeBase } from '../feature.ts';
import { handle } from '../http/handle.ts';
import { rowIdOf } from '../http/routes.ts';
import type { Alerts } from './alerts.ts';
import { noteArrival } from './chain-ways.ts';
import { createChannelChanges, noSuchChannel } from './channel-changes.ts';
import { createRotaChanges, rotaOf } from './duty.ts';
import { listDeliveries } from './rows/deliveries.ts';
import { listRules } from './rows/rules.ts';
import { createRuleChanges } from './rule-changes.ts';

interface AlertCallsDeps extends Pick<NodeBase, 'db' | 'journal' | 'now' | 'limits' | 'platforms'> {
  readonly alerts: Alerts;
}

/** Each test is a request to the Internet, to where the account says. */
const TESTS_PER_ACCOUNT = { max: 6, windowMs: 60_000, keysMax: 10_000 };
/** Templates are bounded, but cost time of every request. */
const PREVIEWS = { max: 60, windowMs: 60_000, keysMax: 10_000 };
/** Each device says once what it was sent. */
const ARRIVALS = { max: 60, windowMs: 60_000, keysMax: 10_000 };
const TESTS_IN_ALL = { max: 30, windowMs: 60_000, keysMax: 1 };

/** Channels, rules and deliveries of alerts. */
export function alertCalls(app: FastifyInstance, deps: AlertCallsDeps): void {
  channelCalls(app, deps);
  ruleCalls(app, deps);
  rotaCalls(app, deps);
  handle(app, 'alertDeliveries', () => listDeliveries(deps.db));
  const arrivals = deps.limits.attempts('drill arrived by account', ARRIVALS);
  handle(app, 'reportArrival', async ({ payload: { token }, account }) => {
    await arrivals.count(account.id);
    const name = await deps.journal.commit((tx, emit) => noteArrival(tx, emit, token, deps.now()));
    if (name === undefined) throw httpError(404, 'A newer drill has taken the place of this one.');
    return { message: `${name} came back.` };
  });
  const previews = deps.limits.attempts('alert preview by account', PREVIEWS);
  const { sender } = deps.alerts;
  handle(app, 'previewAlert', async ({ payload, account }) => {
    await previews.count(account.id);
    const { previewAlert } = await import('./texts.ts');
    return previewAlert({ ...deps, sender }, payload);
  });
}

function channelCalls(app: FastifyInstance, deps: AlertCallsDeps): void {
  const { alerts, limits } = deps;
  const channels = createChannelChanges({ ...deps, secrets: alerts.secrets });
  const byAccount = limits.attempts('alert test by account', TESTS_PER_ACCOUNT);
  const inAll = limits.attempts('alert test', TESTS_IN_ALL);

  handle(app, 'alertChannels', () => channels.list());
  handle(app, 'addAlertChannel', async ({ payload, account, request }) => {
    const made = await channels.add(payload);
    request.log.info({ account: account.id, kind: payload.kind }, 'alert channel added');
    return { message: `${payload.name} was added.`, ...made };
  });
  handle(app, 'changeAlertChannel', async ({ params, payload, account, request }) => {
    const made = await channels.change(params.id, payload);
    request.log.info({ account: account.id, channel: params.id }, 'alert channel changed');
    return { message: `${payload.name} was changed.`, ...made };
  });
  handle(app, 'removeAlertChannel', async ({ params, account, request }) => {
    const name = await channels.remove(params.id);
    request.log.info({ account: account.id, channel: params.id }, 'alert channel removed');
    return { message: `${name} was removed.` };
  });
  handle(app, 'testAlertChannel', async ({ params, account }) => {
    await byAccount.count(account.id);
    await inAll.count('');
    const delivery = await alerts.test(params.id, account.id);
    if (delivery === undefined) throw noSuchChannel();
    if (delivery === 'nobody')
      throw httpError(409, 'None of your devices is subscribed: switch notifications on first.');
    return { delivery };
  });
}

function ruleCalls(app: FastifyInstance, deps: AlertCallsDeps): void {
  const rules = createRuleChanges(deps);
  handle(app, 'alertRules', () => listRules(deps.db));
  handle(app, 'addAlertRule', async ({ payload }) => {
    await rules.add(payload);
    return { message: `${payload.name} was added.` };
  });
  handle(app, 'changeAlertRule', async ({ params, payload }) => {
    await rules.change(rowIdOf(params.id), payload);
    return { message: `${payload.name} was changed.` };
  });
  handle(app, 'removeAlertRule', async ({ params }) => {
    await rules.remove(rowIdOf(params.id));
    return { message: 'The rule was removed.' };
  });
}

function rotaCalls(app: FastifyInstance, deps: AlertCallsDeps): void {
  const change = createRotaChanges(deps);
  handle(app, 'rota', () => rotaOf(deps.db, deps.now()));
  handle(app, 'changeRota', async ({ payload }) => {
    await change(payload);
    return { message: 'The rota was changed.' };
  });
}
