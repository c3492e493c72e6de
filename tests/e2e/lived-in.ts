import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { HOUR_MS } from '../../contract/limits.ts';
import { writeZip, zipOf } from '../doubles/zip-writer.ts';
import type { Operator } from './operator.ts';

const KIB = 1024;
const LOOK_EVERY_MS = 50;

/** Uploads of a working day: honest ones of several sizes, and one whose content is damaged. */
const BUNDLES: readonly [string, Buffer][] = [
  ['routing-rules-2.4.zip', zipOf({ 'rules.json': '{"routes":[]}', 'README.md': 'Routing rules' })],
  ['embedding-model-0.9.zip', zipOf({ 'weights.bin': randomBytes(1200 * KIB) })],
  ['citations-hotfix.zip', writeZip({ entries: [{ name: 'a.txt', content: 'a', crc32: 1 }] })],
];

/** Does by the calls of the contract what a day at the console leaves behind. */
export async function fillWithData(operator: Operator): Promise<void> {
  for (const [name, content] of BUNDLES) await upload(operator, name, content);
  await waitForInspections(operator);
  for (const [path, payload] of plansOf(Date.now())) await operator.send(path, payload);
  for (const path of ['/api/system/sync', '/api/admin/heartbeat/ping']) {
    const answer = await operator.call(path, { method: 'POST' });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
}

/** A maintenance window ahead, and a note for the next shift. */
const plansOf = (now: number): [string, object][] => [
  [
    '/api/maintenance',
    {
      ...{ platforms: ['harbor'], note: 'New disks', repeat: 'weekly', timeZone: 'Europe/Berlin' },
      ...{ startsAt: now + 20 * HOUR_MS, endsAt: now + 22 * HOUR_MS },
    },
  ],
  ['/api/handover/notes', { text: 'Archive waits for a part. Do not restart Ledger before noon.' }],
];

/** Waits until every bundle has been inspected. */
async function waitForInspections(operator: Operator): Promise<void> {
  const statuses = async () => {
    const bundles = await operator.read<{ status: string }[]>('/api/zip/bundles');
    return bundles.map(({ status }) => status);
  };
  while ((await statuses()).includes('validating')) await delay(LOOK_EVERY_MS);
}

async function upload(operator: Operator, name: string, content: Buffer): Promise<void> {
  const body = new FormData();
  body.append('targetPlatforms', '["Forge","Harbor","Signal"]');
  body.append('priority', 'standard');
  body.append('zipfile', new Blob([new Uint8Array(content)], { type: 'application/zip' }), name);
  const answer = await operator.call('/api/zip/upload', { method: 'POST', body });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
}
