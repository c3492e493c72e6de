import { hash, randomBytes } from 'node:crypto';
import { DUTY_CHANNEL, PUSH_CHANNEL } from '../../contract/channels.ts';
import { keyOf } from '../../contract/paths.ts';
import type { ChainProof, Rule } from '../../contract/shapes/alert.ts';
import { listPeople } from '../accounts/rows/people.ts';
import type { Platform } from '../config/mesh-config.ts';
import type { Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import { listSubscribers } from '../push/rows.ts';
import { takesShared } from './alert-sending.ts';
import { channelsOf } from './due.ts';
import { dutyAt } from './duty.ts';
import type { OutgoingAlert } from './outgoing.ts';
import { findAlertChannel } from './rows/channels.ts';
import type { NewDelivery } from './rows/deliveries.ts';
import { listRules, updateRule } from './rows/rules.ts';

/** One person, or one channel, that a drill goes to. */
interface Way {
  readonly channel: string;
  readonly name: string;
  /** Whose devices the targets are. */
  readonly person?: string | undefined;
  /** Endpoints of devices, or '' alone; none: it reaches nobody. */
  readonly targets: readonly string[];
  /** A program need not send anything back: that it took the drill is enough. */
  readonly isProgram?: boolean;
}

/** @returns all ways of a rule, whatever their step: of web push each person with a device that hears of platforms that are down */
async function waysOf(tx: Tx, rule: Rule, at: number): Promise<Way[]> {
  const ways: Way[] = [];
  for (const id of new Set(channelsOf(rule).flat())) {
    const channel = await findAlertChannel(tx, id);
    const way = { channel: id, name: channel?.name ?? id, targets: [''] };
    if (!channel?.enabled) ways.push({ ...way, name: `${way.name} (off)`, targets: [] });
    else if (id === PUSH_CHANNEL) ways.push(...(await pushWays(tx, way, at)));
    else if (id === DUTY_CHANNEL) {
      const { name: person, endpoints: targets } = await dutyAt(tx, at);
      ways.push({ ...way, name: `${way.name} (${person ?? 'nobody'})`, person, targets });
    } else ways.push({ ...way, isProgram: !takesShared(channel) });
  }
  return ways;
}

async function pushWays(tx: Tx, way: Way, at: number): Promise<Way[]> {
  const devices = (await listSubscribers(tx, at)).filter(({ kinds }) => kinds.includes('down'));
  if (devices.length === 0) return [{ ...way, name: `${way.name} (nobody)`, targets: [] }];
  return (await listPeople(tx, at)).flatMap(({ id, username: person }) => {
    const own = devices.filter(({ accountId }) => accountId === id);
    const targets = own.map(({ endpoint }) => endpoint);
    return own.length === 0 ? [] : { ...way, name: `${way.name} of ${person}`, person, targets };
  });
}

type Of = Pick<ChainProof, 'dueAt' | 'endsAt' | 'at'> & {
  readonly rule: Rule;
  readonly node: Pick<Platform, 'id' | 'name' | 'domain'>;
};

/** @returns a drill for all ways of a rule: what is sent, and what has to come back */
export async function drillOf(tx: Tx, of: Of) {
  const ways: ChainProof['ways'] = [];
  const deliveries: NewDelivery[] = [];
  for (const way of await waysOf(tx, of.rule, of.at)) {
    const token = randomBytes(18).toString('base64url');
    ways.push({ channel: way.channel, name: way.name, token: hashOf(token), at: null });
    for (const message of messagesOf(way, token, of))
      for (const target of way.targets) {
        const dedupeKey = `${message.tag} ${of.dueAt} ${message.step} target:${target}`;
        deliveries.push({ dedupeKey, channel: way.channel, target, incident: null, message });
      }
  }
  return { ways, deliveries };
}

const hashOf = (token: string): string => hash('sha256', token);

/** As if this node were down. A program, which may keep alerts of its own, hears at once that it is over. */
function messagesOf({ channel, isProgram, person }: Way, token: string, of: Of): OutgoingAlert[] {
  const { rule, endsAt, at, node } = of;
  const { id, name, domain } = node;
  const incident = {
    // Of no incident: those count from 1.
    ...{ id: -rule.id, platform: { id, name, domain }, status: 'error', startedAt: at },
    ...{ endedAt: null, cause: 'drill', drill: true, acknowledgedBy: null },
  };
  const drill: OutgoingAlert = {
    ...{ kind: 'down', step: 'down', decision: null, severity: 'error', at, incident, person },
    title: `DRILL: alerts of ${rule.name}`,
    text: `DRILL: nothing is down. Whoever opens this tells ${name} that its alerts arrive.`,
    ...{ tag: `drill:${rule.id}:${channel}`, newsUntil: endsAt, url: '/alerts' },
  };
  if (!isProgram) return [{ ...drill, arrival: token, url: `/alerts?arrived=${token}` }];
  const end = { kind: 'back', step: 'recovered', severity: 'success' } as const;
  return [
    { ...drill, taken: token },
    { ...drill, ...end, text: 'DRILL: it is over.' },
  ];
}

/** Stores that a way came back, also after its time. @returns its name; undefined: a newer drill has taken the place of its own */
export async function noteArrival(tx: Tx, emit: Emit, token: string, at: number) {
  const hashed = hashOf(token);
  for (const { id, ...rule } of await listRules(tx)) {
    const { proof } = rule;
    const found = proof?.ways.find((way) => way.token === hashed);
    if (!proof || !found) continue;
    const ways = proof.ways.map((way) => (way === found ? { ...way, at: way.at ?? at } : way));
    await updateRule(tx, id, { ...rule, proof: { ...proof, ways } });
    emit(keyOf('alertRules'), 'replace', await listRules(tx));
    return found.name;
  }
  return undefined;
}
