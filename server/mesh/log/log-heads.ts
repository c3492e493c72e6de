import type { KeyObject } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson } from '../../../contract/detached.ts';
import { consistencySubtrees } from '../../../contract/merkle.ts';
import type { SignedHead } from '../../../contract/report.ts';
import type { NodeBase } from '../../feature.ts';
import { mapConcurrent } from '../concurrency.ts';
import { signDetached, verifyDetached } from '../keys/detached.ts';
import type { Identity } from '../keys/identity.ts';
import type { PeerRegistry } from '../peers/peer-registry.ts';
import { NODE_ITSELF } from '../rows/probe-spans.ts';
import { HOUR_MS, MINUTE_MS } from '../rows/span-rows.ts';
import { listLogSignatures, saveLogSignature } from '../rows/uptime-log.ts';
import type { MeshLog, TaskGroup } from '../task-group.ts';
import type { Caller } from '../transport/caller.ts';
import type { Answer } from '../wire/messages.ts';
import type { FindKey } from '../wire/token.ts';
import { type LogReader, readUptimeLog } from './uptime-log.ts';

interface LogHeadsDeps extends Pick<NodeBase, 'db' | 'journal' | 'clock'> {
  readonly identity: Identity;
  readonly registry: Pick<PeerRegistry, 'meshNodes' | 'view'>;
  readonly caller: Caller;
  readonly findKey: FindKey;
  readonly log: Pick<MeshLog, 'warn'>;
  readonly tasks: Pick<TaskGroup, 'repeat' | 'signal'>;
}

/**
 * Signs the head of this node's log and has every peer sign it, each hour. Whoever does not answer, or has an earlier release, signs a later one.
 */
export function repeatLogHeads(deps: LogHeadsDeps): void {
  const { db, journal, clock, identity, registry, caller, findKey, log, tasks } = deps;
  const { signal } = tasks;
  let isSigned = false;

  const save = (platform: string, size: number, signed: object) =>
    journal.commit((tx) =>
      saveLogSignature(tx, { platform, size, signedJson: JSON.stringify(signed) }),
    );

  async function offerAll(): Promise<void> {
    const reader = await readUptimeLog(db);
    // The first entry alone says nothing.
    if (reader.size < 2) return;
    const root = bytesToHex(await reader.hashOf([0, reader.size]));
    const head = { node: identity.id, size: reader.size, root, at: clock.now() };
    const signature = signDetached(identity, 'route66-log-head', head, head.at);
    const key = { x: identity.jwks().keys[0]?.x ?? '' };
    const signed = { value: head, signature, key };
    await save(NODE_ITSELF, head.size, { head: signed });
    isSigned = true;
    const sizes = new Map((await listLogSignatures(db)).map((one) => [one.platform, one.size]));
    await mapConcurrent(registry.meshNodes(), ({ id }) =>
      offerTo(id, { reader, signed, known: sizes.get(id) ?? 0 }),
    );
  }

  async function offerTo(platform: string, offer: Offer): Promise<void> {
    const { reader, signed, known } = offer;
    const { value: head, signature } = signed;
    const path = await consistencyPath(reader, known);
    const logHead = { value: head, signature, consistency: { from: known, path } };
    const payload = { view: registry.view(), logHead };
    const result = await caller.call(platform, 'handshake', payload, signal);
    const answer = result.ok ? result.value.answer.logWitness : undefined;
    if (answer === undefined) return;
    if (answer.value !== undefined) return saveWitness(platform, signed, answer);
    if (answer.known !== known && answer.known > 0 && answer.known <= head.size && !offer.again)
      return offerTo(platform, { ...offer, known: answer.known, again: true });
    log.warn({ platform, known: answer.known, size: head.size }, 'log head was not signed');
  }

  async function saveWitness(
    platform: string,
    head: SignedHead,
    { value, signature }: LogWitness,
  ): Promise<void> {
    if (value === undefined || signature === undefined) return;
    const { node, size, root, at, witness } = value;
    const isOurs =
      witness === platform && canonicalJson({ node, size, root, at }) === canonicalJson(head.value);
    let key: KeyObject | undefined;
    const findAndNote: FindKey = async (...wanted) => {
      const found = await findKey(...wanted);
      if (found.ok) key = found.value;
      return found;
    };
    const claim = { tag: 'route66-witness', issuer: platform, value } as const;
    const verdict = await verifyDetached(signature, claim, findAndNote, signal);
    if (!isOurs || !verdict.ok || key === undefined) {
      log.warn({ platform }, 'signature of the log head was refused');
      return;
    }
    const { x } = key.export({ format: 'jwk' });
    await save(platform, size, { head, witness: { value, signature, key: { x } } });
  }

  // Soon again while there is nothing to sign yet.
  void tasks.repeat('log head', () => (isSigned ? HOUR_MS : MINUTE_MS), offerAll);
}

type LogWitness = NonNullable<Answer<'handshake'>['logWitness']>;

interface Offer {
  readonly reader: LogReader;
  readonly signed: SignedHead;
  /** Size of the head that the peer has signed last, as far as this node knows. */
  readonly known: number;
  readonly again?: boolean;
}

async function consistencyPath(reader: LogReader, known: number): Promise<string[]> {
  const path: string[] = [];
  for (const subtree of consistencySubtrees(known, reader.size))
    path.push(bytesToHex(await reader.hashOf(subtree)));
  return path;
}
