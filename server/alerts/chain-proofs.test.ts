import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../../contract/limits.ts';
import type { RulePayload } from '../../contract/sent/alert.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../tests/doubles/webhook-receiver.ts';
import { type AlertRig, openAlertRig, RULE } from '../../tests/server/alerts/alert-rig.ts';
import { countRows } from '../database/database.ts';
import { listIncidents } from '../incidents/rows.ts';
import { noteArrival } from './chain-ways.ts';
import { createChannelChanges } from './channel-changes.ts';
import { listRules } from './rows/rules.ts';
import { createRuleChanges } from './rule-changes.ts';

/** Fridays at nine; the rig's clock begins on one at eight. */
const FRIDAY = { weekday: 5, time: '09:00', timeZone: 'UTC' };

let rig: AlertRig;
let receiver: WebhookReceiver;
beforeEach(async () => {
  rig = await openAlertRig();
  receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.close());
});
afterEach(() => rig.close());

const arrive = (token = '') =>
  rig.store.journal.commit((tx, emit) => noteArrival(tx, emit, token, rig.clock.now()));
const prove = (rule: Partial<RulePayload> = {}) =>
  createRuleChanges({ ...rig.store, now: rig.clock.now, platforms: [] }).change(1, {
    ...{ ...RULE, name: 'Night', prove: FRIDAY },
    ...rule,
  });
const proof = async () =>
  (await listRules(rig.store.db)).find(({ name }) => name === 'Night')?.proof;
const open = () => listIncidents(rig.store.db, { state: 'open', limit: 10 });
const titles = () => rig.pushed.map(({ title }) => title);
/** That were queued: who no longer leads may still send one, until it knows. */
const drills = () =>
  countRows(rig.store.db.selectFrom('alertDeliveries').where('title', 'like', 'DRILL: %'));
/** As a machine that slept. */
async function jump(ms: number): Promise<void> {
  rig.clock.advance(ms);
  await rig.pass(MINUTE_MS);
}

async function addWebhook(name: string, template: 'slack' | 'json' | 'pagerduty') {
  const { store, clock } = rig;
  const channels = createChannelChanges({
    ...store,
    now: clock.now,
    secrets: rig.alerts().secrets,
  });
  const key = template === 'pagerduty' ? { signingKey: 'key' } : {};
  const url = `${receiver.url}/${name.replaceAll(' ', '-')}`;
  return (await channels.add({ kind: 'webhook', name, enabled: true, template, url, ...key })).id;
}

describe('a rule that is proven on Fridays', () => {
  test('sends one drill to all of its ways, and is proven once each came back', async () => {
    const [chat, program] = [
      await addWebhook('Chat', 'slack'),
      await addWebhook('Pager', 'pagerduty'),
    ];
    await prove({ steps: [{ afterMin: 10, channels: [chat, program] }] });
    await jump(HOUR_MS - 2 * MINUTE_MS);
    expect(rig.pushed).toEqual([]);
    await rig.pass(2 * MINUTE_MS);
    // A service that keeps alerts of its own is told at once that it is over.
    await expect.poll(() => receiver.received.at(-1)?.body).toContain('resolve');
    const [pushed] = rig.pushed;
    expect(pushed).toMatchObject({ title: 'DRILL: alerts of Night', kind: 'down' });
    expect(pushed?.incident).toBeUndefined();
    const body = (path: string) => receiver.received.find((one) => one.path === path)?.body ?? '';
    const opened = /arrived=([\w-]+)/.exec(body('/Chat'))?.[1];
    expect(opened).not.toBe(pushed?.arrival);
    expect(body('/Pager')).toContain('"drill":true');
    expect(body('/Pager')).not.toContain('arrived=');

    await expect(arrive(pushed?.arrival)).resolves.toBe('Web push of ada');
    await rig.pass(MINUTE_MS);
    expect(await proof()).toMatchObject({ state: 'running', provenAt: null });
    await arrive(opened);
    await rig.pass(MINUTE_MS);
    const provenAt = rig.clock.now();
    expect(await proof()).toMatchObject({
      ...{ state: 'proven', text: '' },
      ways: [
        { channel: 'push', name: 'Web push of ada' },
        { channel: chat, name: 'Chat' },
        { channel: program, name: 'Pager' },
      ],
    });
    expect((await proof())?.provenAt).toBeGreaterThan(provenAt - 2 * MINUTE_MS);
    await jump(5 * HOUR_MS);
    expect(await open()).toEqual([]);
    expect(titles()).toHaveLength(1);
  });

  test('is an incident, and no alert, when a channel swallows what it is sent, until it came back after all', async () => {
    const [chat, program] = [
      await addWebhook('Mail of ada', 'slack'),
      await addWebhook('Hook', 'json'),
    ];
    await prove({ channels: ['push', chat, program, 'duty'] });
    receiver.answer(null);
    await jump(HOUR_MS - MINUTE_MS);
    await expect.poll(() => receiver.received.length).toBe(2);
    const token = /arrived=([\w-]+)/.exec(receiver.received.map(({ body }) => body).join())?.[1];
    await arrive(rig.pushed[0]?.arrival);
    await jump(4 * HOUR_MS);
    const text = 'Mail of ada, Hook, Who is on duty (nobody) did not come back';
    expect(await proof()).toMatchObject({ state: 'failed', text, provenAt: null });
    expect(await open()).toMatchObject([
      { cause: `Alerts of Night not proven: ${text}`, openedBy: 'Meridian', scope: 'chain' },
    ]);
    await jump(HOUR_MS);
    expect(titles()).toEqual(['DRILL: alerts of Night']);

    await prove({ channels: ['push', chat] });
    await jump(WEEK_MS - 5 * HOUR_MS);
    await expect.poll(() => receiver.received.length).toBeGreaterThan(3);
    await expect(arrive(token)).resolves.toBeUndefined();
    expect(await open()).toEqual([]);
    await jump(4 * HOUR_MS);
    const [still, ...others] = await open();
    expect(others).toEqual([]);
    expect(still?.cause).toBe(
      'Alerts of Night not proven: Web push of ada, Mail of ada did not come back',
    );
    await arrive(rig.pushed.at(-1)?.arrival);
    const last = receiver.received.filter(({ path }) => path === '/Mail-of-ada').at(-1)?.body;
    await arrive(/arrived=([\w-]+)/.exec(last ?? '')?.[1]);
    await rig.pass(MINUTE_MS);
    expect(await proof()).toMatchObject({ state: 'proven' });
    expect(await open()).toEqual([]);
  });

  test('waits for the end of an outage, and says that it was missed when that is too late', async () => {
    await prove();
    const id = await rig.open('archive');
    await jump(HOUR_MS + 29 * MINUTE_MS);
    expect(titles()).toEqual(['Archive is down']);
    await rig.change(id, { endedAt: rig.clock.now() });
    await rig.pass(2 * MINUTE_MS);
    expect(titles()).toEqual(['Archive is down', 'Archive is back', 'DRILL: alerts of Night']);
    // Nobody opens a drill while something is down.
    await rig.open('archive');
    await jump(4 * HOUR_MS);
    const text = 'there was an outage at the time';
    expect(await proof()).toMatchObject({ state: 'missed', text });
    await jump(WEEK_MS - 6 * HOUR_MS);
    await rig.open('forge');
    await jump(2 * HOUR_MS);
    await jump(HOUR_MS - 2 * MINUTE_MS);
    expect(await proof()).toMatchObject({ state: 'missed', text, ways: [] });
    expect(await drills()).toBe(1);
    // What nobody took on for a day is no reason to prove nothing.
    await jump(WEEK_MS - 3 * HOUR_MS);
    await jump(2 * HOUR_MS - MINUTE_MS);
    expect(await proof()).toMatchObject({ state: 'running' });
    expect((await open()).map(({ platform }) => platform)).toEqual(['forge', 'archive']);
  });

  test('is said to be missed, and wakes nobody, when no node ran at the time', async () => {
    await prove();
    await jump(9 * HOUR_MS);
    const text = 'this node was off at the time';
    expect(await proof()).toMatchObject({ state: 'missed', text });
    expect(titles()).toEqual([]);
    // It was off while the ways were to come back.
    await jump(WEEK_MS - 8 * HOUR_MS);
    expect(await proof()).toMatchObject({ state: 'running' });
    rig.clock.advance(8 * HOUR_MS);
    await rig.restart();
    await rig.pass(MINUTE_MS);
    expect(await proof()).toMatchObject({ state: 'missed', text });
    expect(await open()).toEqual([]);
    expect(titles()).toHaveLength(1);
  });

  test('has one drill for each time, whoever leads, and however the clock is set back', async () => {
    await prove();
    await jump(HOUR_MS);
    await rig.takeOver();
    await rig.pass(MINUTE_MS);
    rig.clock.advance(-2 * DAY_MS);
    await rig.takeOver();
    await rig.pass(MINUTE_MS);
    expect(await proof()).toMatchObject({
      state: 'missed',
      text: 'the clock was set back meanwhile',
    });
    await jump(2 * DAY_MS);
    await jump(5 * HOUR_MS);
    expect(await drills()).toBe(1);
    await jump(WEEK_MS - 5 * HOUR_MS);
    expect(await drills()).toBe(2);
  });

  test('is forgotten with its incident when people stop to prove it', async () => {
    await prove();
    await jump(HOUR_MS);
    await jump(4 * HOUR_MS);
    expect(await open()).toHaveLength(1);
    await prove({ prove: null });
    await rig.pass(MINUTE_MS);
    expect(await open()).toEqual([]);
    expect(await proof()).toBeUndefined();
  });
});
