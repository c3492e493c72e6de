import { bytesToHex } from '@noble/hashes/utils.js';
import { HOUR_MS, MINUTE_MS } from '../../../contract/limits.ts';
import { consistencySubtrees } from '../../../proofs/merkle.ts';
import { isOfHead, type SignedHead } from '../../../proofs/report.ts';
import type { TermBase } from '../../feature.ts';
import type { PlatformName } from '../../round.ts';
import { mapPaced } from '../concurrency.ts';
import { signDetached, verifyDetached } from '../keys/detached.ts';
import type { Identity } from '../keys/identity.ts';
import type { PeerRegistry } from '../peers/peer-registry.ts';
import { NODE_ITSELF } from '../rows/probe-spans.ts';
import { listLogSignatures, saveLogSignature } from '../rows/uptime-log.ts';
import type { MeshLog, TaskGroup } from '../task-group.ts';
import type { Caller } from '../transport/caller.ts';
import type { LogWitness } from '../wire/messages.ts';
import type { FindKey } from '../wire/verdict.ts';
import { readUptimeLog } from './uptime-log.ts';

interface LogHeadsDeps extends Pick<TermBase, 'db' | 'journal' | 'clock'> {
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
    const { size, begun } = reader;
    const root = bytesToHex(await reader.hashOf([0, size]));
    const head = { node: identity.id, size, root, begun, at: clock.now() };
    const signature = signDetached(identity, 'route66-log-head', head, head.at);
    const key = { x: identity.jwks().keys[0]?.x ?? '' };
    const signed = { value: head, signature, key };
    await save(NODE_ITSELF, head.size, { head: signed });
    isSigned = true;
    const sizes = new Map((await listLogSignatures(db)).map((one) => [one.platform, one.size]));
    /** @param known size of what it has signed last. @returns undefined: it does not answer, or is of an earlier release */
    async function offer(platform: string, known: number) {
      const path = await reader.proofOf(consistencySubtrees(known, size));
      const logHead = { value: head, signature, consistency: { from: known, path } };
      const payload = { view: registry.view(), logHead };
      const result = await caller.call(platform, 'handshake', payload, signal);
      return result.ok ? result.value.answer.logWitness : undefined;
    }
    async function offerTo({ id }: PlatformName): Promise<void> {
      const known = sizes.get(id) ?? 0;
      let answer = await offer(id, known);
      // Its last answer may have been lost.
      if (answer && !answer.value && answer.known !== known) answer = await offer(id, answer.known);
      if (answer?.value) await saveWitness(id, signed, answer);
      else if (answer)
        log.warn({ platform: id, known: answer.known, size }, 'log head was not signed');
    }
    await mapPaced(registry.meshNodes(), offerTo, clock);
  }

  async function saveWitness(
    platform: string,
    head: SignedHead,
    { value, signature }: LogWitness,
  ): Promise<void> {
    if (value === undefined || signature === undefined) return;
    const claim = { tag: 'route66-witness', issuer: platform, value } as const;
    const verdict = await verifyDetached(signature, claim, findKey, signal);
    if (value.witness !== platform || !isOfHead(value, head.value) || !verdict.ok) {
      log.warn({ platform }, 'signature of the log head was refused');
      return;
    }
    const { x } = verdict.value.key.export({ format: 'jwk' });
    await save(platform, value.size, { head, witness: { value, signature, key: { x } } });
  }

  // Soon again while there is nothing to sign yet.
  const everyMs = () => (isSigned ? HOUR_MS : MINUTE_MS);
  void tasks.repeat({ name: 'log head', everyMs, limitMs: 10 * MINUTE_MS }, offerAll);
}
