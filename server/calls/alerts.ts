import type { FastifyInstance } from 'fastify';
import { PUSH_CHANNEL } from '../../contract/shapes/alert.ts';
import type { Limits } from '../accounts/limits.ts';
import type { Alerts } from '../alerts/alerts.ts';
import { createChannelChanges } from '../alerts/channel-changes.ts';
import { createRuleChanges } from '../alerts/rule-changes.ts';
import type { MeshConfig } from '../config/mesh-config.ts';
import { handle } from '../http/handle.ts';
import { httpError } from '../http/http-error.ts';
import { listDeliveries } from '../store/alert-deliveries.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';

interface AlertCallsDeps {
  readonly alerts: Alerts;
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
  readonly limits: Limits;
  readonly platforms: MeshConfig['platforms'];
}

/** Each test is a request to the Internet, to where the account says. */
const TESTS_PER_ACCOUNT = { max: 6, windowMs: 60_000, keysMax: 10_000 };
const TESTS_IN_ALL = { max: 30, windowMs: 60_000, keysMax: 1 };

const NO_CHANNEL = 'There is no such channel.';
const NO_RULE = 'There is no such rule.';
const PUSH_STAYS = 'Web push cannot be changed or removed; rules say when it is used.';

/** Channels, rules and deliveries of alerts. */
export function alertCalls(app: FastifyInstance, deps: AlertCallsDeps): void {
  channelCalls(app, deps);
  ruleCalls(app, deps);
  handle(app, 'alertDeliveries', () => listDeliveries(deps.db));
}

function channelCalls(app: FastifyInstance, deps: AlertCallsDeps): void {
  const { alerts, limits } = deps;
  const channels = createChannelChanges({ ...deps, secrets: alerts.secrets });
  const byAccount = limits.attempts('alert test by account', TESTS_PER_ACCOUNT);
  const inAll = limits.attempts('alert test', TESTS_IN_ALL);

  handle(app, 'alertChannels', () => channels.list());
  handle(app, 'addAlertChannel', async ({ payload, account, request }) => {
    const outcome = await channels.add(payload);
    if (outcome === 'full') throw httpError(409, 'There are too many channels: remove one first.');
    if (outcome !== 'done') throw httpError(400, outcome.problem);
    request.log.info({ account: account.id, kind: payload.kind }, 'alert channel added');
    return { message: `${payload.name} was added.` };
  });
  handle(app, 'changeAlertChannel', async ({ params, payload, account, request }) => {
    if (params.id === PUSH_CHANNEL) throw httpError(409, PUSH_STAYS);
    const outcome = await channels.change(params.id, payload);
    if (outcome === 'unknown') throw httpError(404, NO_CHANNEL);
    if (outcome !== 'done') throw httpError(400, outcome.problem);
    request.log.info({ account: account.id, channel: params.id }, 'alert channel changed');
    return { message: `${payload.name} was changed.` };
  });
  handle(app, 'removeAlertChannel', async ({ params, account, request }) => {
    if (params.id === PUSH_CHANNEL) throw httpError(409, PUSH_STAYS);
    const name = await channels.remove(params.id);
    if (name === undefined) throw httpError(404, NO_CHANNEL);
    request.log.info({ account: account.id, channel: params.id }, 'alert channel removed');
    return { message: `${name} was removed.` };
  });
  handle(app, 'testAlertChannel', async ({ params, account }) => {
    await byAccount.count(account.id);
    await inAll.count('');
    const delivery = await alerts.test(params.id, account.id);
    if (delivery === undefined) throw httpError(404, NO_CHANNEL);
    if (delivery === 'nobody')
      throw httpError(409, 'None of your devices is subscribed: switch notifications on first.');
    return { delivery };
  });
}

function ruleCalls(app: FastifyInstance, deps: AlertCallsDeps): void {
  const rules = createRuleChanges(deps);
  handle(app, 'alertRules', () => rules.list());
  handle(app, 'addAlertRule', async ({ payload }) => {
    const outcome = await rules.add(payload);
    if (outcome === 'full') throw httpError(409, 'There are too many rules: remove one first.');
    if (outcome !== 'done') throw httpError(400, outcome.problem);
    return { message: `${payload.name} was added.` };
  });
  handle(app, 'changeAlertRule', async ({ params, payload }) => {
    const outcome = await rules.change(idOf(params.id), payload);
    if (outcome === 'unknown') throw httpError(404, NO_RULE);
    if (outcome !== 'done') throw httpError(400, outcome.problem);
    return { message: `${payload.name} was changed.` };
  });
  handle(app, 'removeAlertRule', async ({ params }) => {
    if (!(await rules.remove(idOf(params.id)))) throw httpError(404, NO_RULE);
    return { message: 'The rule was removed.' };
  });
}

function idOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw httpError(404, NO_RULE);
  return Number(text);
}
