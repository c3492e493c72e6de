import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/limits.ts';
import { consistencySubtrees, isConsistent, leafHash, rootOf } from '../../../proofs/merkle.ts';
import { type LogHead, parseEntry, verifyReport } from '../../../proofs/report.ts';
import { createManualClock } from '../../../tests/server/manual-clock.ts';
import { minutesUp } from '../../../tests/server/mesh/minutes.ts';
import { createHistoryRig, type HistoryRig } from '../../../tests/server/mesh/peers/history-rig.ts';
import type { Tx } from '../../database/database.ts';
import { soleTermJournal } from '../../database/journal.ts';
import { verifySignature } from '../keys/detached.ts';
import { createIdentity, type Identity } from '../keys/identity.ts';
import { fixedKeyring } from '../keys/keyring.ts';
import { deleteLog } from '../rows/uptime-log.ts';
import type { Caller } from '../transport/caller.ts';
import type { LogHeadOffer } from '../wire/messages.ts';
import { repeatLogHeads } from './log-heads.ts';
import { createUptimeLog, readUptimeLog } from './uptime-log.ts';
import { uptimeReport } from './uptime-report.ts';
import { createLogWitness, type WitnessLog } from './witness-log.ts';

const PLATFORM_MS = 60_000;

let rig: HistoryRig;
beforeAll(async () => {
  rig = await createHistoryRig();
});
afterAll(() => rig.end());
/** Another leader knows what is stored alone. */
const changeLeader = async () => {
  rig.onRound = createUptimeLog();
  await rig.restart();
};
beforeEach(async () => {
  await rig.clear();
  await changeLeader();
});

async function treeNow() {
  const reader = await readUptimeLog(rig.db);
  return { reader, size: reader.size, root: await reader.hashOf([0, reader.size]) };
}
const entries = async () =>
  (await (await readUptimeLog(rig.db)).entriesIn(0, Number.MAX_SAFE_INTEGER)).entries;
const rounds = async (count: number) => {
  for (let i = 0; i < count; i++) await rig.round();
};

describe('the uptime log', () => {
  test('has an entry for each minute that is over, with what was measured in it', async () => {
    await rounds(7);
    rig.behaviours.set('archive', 'too-late');
    await rounds(6);
    const [first, ...minutes] = (await entries()).map(parseEntry);
    expect(first?.times).toBeUndefined();
    expect(minutes.map((one) => one?.times)).toEqual([
      { archive: [50_000, 0, 0, 0], forge: [50_000, 0, 0, 0] },
      { archive: [20_000, 0, 40_000, 0], forge: [PLATFORM_MS, 0, 0, 0] },
    ]);
  });

  test('has the beginning and the end of incidents', async () => {
    await rounds(7);
    const at = rig.now();
    const incident = { platform: 'forge', status: 'error', startedAt: at, endedAt: at + 20_000 };
    await rig.db
      .insertInto('incidents')
      .values({
        ...incident,
        cause: null,
        openedBy: null,
        platformsJson: null,
        planned: 0,
        drillUntil: null,
        kind: 'platform',
      })
      .execute();
    await rounds(6);
    const found = (await entries()).map(parseEntry).filter((one) => one?.incident !== undefined);
    expect(found).toMatchObject([
      { at, platform: 'forge', is: 'opened' },
      { at: at + 20_000, platform: 'forge', is: 'ended' },
    ]);
  });

  test('goes on after a clock was ahead, and shows what was measured then and since', async () => {
    await rounds(13);
    rig.move(800 * DAY_MS);
    await rounds(13);
    rig.move(-800 * DAY_MS);
    const from = rig.now();
    await rounds(26);
    const { reader } = await treeNow();
    const since = await reader.entriesIn(from, rig.now());
    expect(since.entries.length).toBeGreaterThan(2);
    expect(since.first + since.entries.length).toBe(reader.size);
  });

  test('only grows, whoever leads and whatever is cut off', async () => {
    const steps = fc.constantFrom('round', 'minutes', 'leader', 'cut off');
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (all) => {
        await rig.clear();
        await changeLeader();
        await rounds(7);
        for (const step of all) await growBy(step);
      }),
      { numRuns: 8 },
    );
  });

  async function growBy(step: string): Promise<void> {
    const former = await treeNow();
    if (step === 'leader') await changeLeader();
    else if (step === 'cut off') await cutOffRound();
    else await rig.round(step === 'round' ? 10_000 : 200_000);
    const present = await treeNow();
    const proof = consistencySubtrees(former.size, present.size).map(present.reader.hashOf);
    expect(isConsistent({ former, present }, await Promise.all(proof))).toBe(true);
  }

  /** The process is killed just before the commit. */
  async function cutOffRound(): Promise<void> {
    const whole = rig.onRound;
    rig.onRound = async (...round) => {
      await whole(...round);
      throw new Error('killed');
    };
    await expect(rig.round(70_000)).rejects.toThrow('killed');
    await changeLeader();
  }

  test('keeps whole blocks compressed, with the same root', async () => {
    await rounds(1);
    const start = rig.now() - (rig.now() % MINUTE_MS) + MINUTE_MS;
    const all = minutesUp('forge', start, 2500);
    for (let from = 0; from < all.length; from += 500)
      await rig.db
        .insertInto('probeSpans')
        .values(all.slice(from, from + 500))
        .execute();
    await rig.round(2501 * MINUTE_MS);
    const { size, root, reader } = await treeNow();
    const kept = await entries();
    expect(size).toBe(kept.length);
    expect(bytesToHex(root)).toBe(bytesToHex(rootOf(kept.map(leafHash))));
    expect((await rig.db.selectFrom('logBlocks').selectAll().execute()).length).toBe(2);
    expect((await rig.db.selectFrom('logEntries').selectAll().execute()).length).toBe(size - 2048);
    const some = await reader.entriesIn(start + 1000 * MINUTE_MS, start + 1100 * MINUTE_MS);
    expect(some.entries).toEqual(kept.slice(some.first, some.first + 100));
  });
});

describe('the head of the log', () => {
  let node: Identity;
  let forge: Identity;
  let archive: Identity;
  let warnings: string[];
  const seen = new Map<string, LogHead>();
  let witnesses: Map<string, WitnessLog>;

  beforeEach(async () => {
    [node, forge, archive] = (await Promise.all(
      ['meridian', 'forge', 'archive'].map(createIdentity),
    )) as [Identity, Identity, Identity];
    warnings = [];
    seen.clear();
    const witnessOf = (identity: Identity, simulated: boolean) =>
      createLogWitness({
        ...{ identity, simulated, now: rig.now },
        log: { warn: (_fields, message) => warnings.push(message) },
        seen: {
          read: async (platform) => seen.get(`${identity.id} ${platform}`),
          save: async (head) => void seen.set(`${identity.id} ${head.node}`, head),
        },
      });
    witnesses = new Map([
      ['forge', witnessOf(forge, false)],
      ['archive', witnessOf(archive, true)],
    ]);
  });

  /** Offers the head as it is now, once. */
  async function offerHead(): Promise<void> {
    const { findKey } = await fixedKeyring([forge, archive].map((one) => [one.id, one.jwks()]));
    const call = async (
      platform: string,
      _name: string,
      { logHead }: { logHead: LogHeadOffer },
    ) => {
      const logWitness = await witnesses.get(platform)?.('meridian', logHead);
      return { ok: true, value: { answer: { view: [], logWitness } } };
    };
    let done: Promise<unknown> = Promise.resolve();
    repeatLogHeads({
      db: rig.db,
      journal: soleTermJournal(rig.journal),
      clock: { ...createManualClock(), now: rig.now },
      identity: node,
      registry: {
        meshNodes: () => ['forge', 'archive'].map((id) => ({ id, name: id, domain: id })),
        view: () => [],
      },
      caller: { call } as unknown as Caller,
      findKey,
      log: { warn: (_fields, message) => warnings.push(message) },
      tasks: {
        signal: new AbortController().signal,
        repeat: async (_options, job) => {
          done = job(new AbortController().signal);
        },
      },
    });
    await done;
  }

  const reportText = async () =>
    JSON.stringify(
      await uptimeReport(rig.db, { platform: 'forge', from: 0, to: rig.now() + HOUR_MS }),
    );

  test('is signed by peers, and a report says by whom, the simulated one as such', async () => {
    await rounds(13);
    await offerHead();
    await rounds(12);
    await offerHead();
    const { problem, lines } = await verifyReport(await reportText(), verifySignature);
    expect(problem).toBeNull();
    expect(lines.join('\n')).toMatch(/Witnessed by forge at [^,]+, signed by key/);
    expect(lines.join('\n')).toMatch(/Witnessed by archive at [^,]+, a simulated peer/);
    expect(lines.join('\n')).toContain('Up 100.0000 %');
    expect(warnings).toEqual([]);
  });

  test('is not reported of a platform that is not in it', async () => {
    await rounds(13);
    await offerHead();
    const query = { platform: 'forge', from: 0, to: rig.now() + HOUR_MS };
    await expect(uptimeReport(rig.db, query)).resolves.toMatchObject({ platform: 'forge' });
    await expect(uptimeReport(rig.db, { ...query, platform: 'forgery' })).rejects.toThrow(
      'The log has nothing of forgery in this time',
    );
  });

  test('is signed again after the answer was lost, from what the peer has seen', async () => {
    await rounds(13);
    await offerHead();
    await rig.db.deleteFrom('logSignatures').execute();
    await rounds(12);
    await offerHead();
    expect(seen.get('forge meridian')?.size).toBe((await treeNow()).size);
    expect(warnings).toEqual([]);
  });

  test('is not signed when the log was rewritten, or lost entries', async () => {
    await rounds(13);
    await offerHead();
    const signed = seen.get('forge meridian');
    await rig.db
      .updateTable('logEntries')
      .set({ entry: '{"at":1}' })
      .where('position', '=', 1)
      .execute();
    await rounds(12);
    await offerHead();
    expect(warnings).toContain('log of a platform was rewritten');
    await rig.db.deleteFrom('logEntries').where('position', '>', 1).execute();
    await offerHead();
    expect(seen.get('forge meridian')).toEqual(signed);
  });

  test('of a new log is signed, if that began after what was signed of the one before', async () => {
    await rounds(13);
    await offerHead();
    const former = seen.get('forge meridian');
    await rounds(12);
    await deleteLog(rig.db as Tx);
    await changeLeader();
    await rounds(13);
    await offerHead();
    expect(warnings).toEqual(['platform began a new log', 'platform began a new log']);
    const begun = seen.get('forge meridian')?.begun ?? 0;
    expect(begun).toBeGreaterThan(former?.at ?? Number.NaN);
    const { problem, lines } = await verifyReport(await reportText(), verifySignature);
    expect(problem).toBeNull();
    expect(lines.join()).toContain(`The log began at ${new Date(begun).toISOString()}`);
    expect(lines.join()).toContain('Witnessed by forge');
    // One that would take in what was signed before is not signed.
    await rig.db.updateTable('logEntries').set({ at: 1 }).where('position', '=', 0).execute();
    await offerHead();
    expect(warnings).toContain('log of a platform was rewritten');
    expect(seen.get('forge meridian')?.begun).toBe(begun);
  });

  test('of another node, or an old one, is not signed', async () => {
    await rounds(13);
    await offerHead();
    const { head } = JSON.parse(await reportText());
    const offer = { ...head, consistency: { from: seen.get('forge meridian')?.size, path: [] } };
    const witness = witnesses.get('forge');
    expect(await witness?.('harbor', offer)).toEqual({ known: 0 });
    rig.move(11 * MINUTE_MS);
    expect(await witness?.('meridian', offer)).toEqual({ known: head.value.size });
  });
});
