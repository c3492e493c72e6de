import { bytesToHex } from '@noble/hashes/utils.js';
import { MINUTE_MS } from '../../../contract/limits.ts';
import { openStore } from '../../../server/database/store.ts';
import { createUptimeLog, readUptimeLog } from '../../../server/mesh/log/uptime-log.ts';
import { lastOfLog } from '../../../server/mesh/rows/uptime-log.ts';
import { minutesUp } from './minutes.ts';

/** Writes the uptime log at a place (JSON) until it is killed, 200 minutes a round, and says size and root of what is committed. */
const [, , place = ''] = process.argv;
const { db, journal } = await openStore(JSON.parse(place), Date.now);
const write = createUptimeLog();
const START = 30_000_000 * MINUTE_MS;
const MINUTES = 200;

for (let number = 0; ; number++) {
  const from = ((await lastOfLog(db))?.at ?? START - MINUTE_MS) + MINUTE_MS;
  const at = from + MINUTES * MINUTE_MS;
  await journal.commit(async (tx, emit) => {
    await tx
      .insertInto('probeSpans')
      .values(minutesUp('forge', from, MINUTES))
      .execute();
    await write(tx, emit, {
      updates: [],
      results: [],
      at,
      since: undefined,
      number,
      isPlanned: () => false,
      causes: new Map(),
    });
  });
  const reader = await readUptimeLog(db);
  console.log(reader.size, bytesToHex(await reader.hashOf([0, reader.size])));
}
