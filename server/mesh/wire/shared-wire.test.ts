import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openTestStore } from '../../../tests/server/engine.ts';
import { temporaryDir } from '../../../tests/server/temporary-dir.ts';
import { publishedProofs, tableNonces } from '../rows/shared-wire.ts';
import { createNonces, type Nonces } from './nonces.ts';

let now: number;
beforeEach(() => {
  now = 1_800_000_000_000;
});

async function openDatabase() {
  const { db, close } = await openTestStore(await temporaryDir(), [], () => now);
  onTestFinished(close);
  return db;
}

const KEPT = 2;
/** Two instances; in memory there is one. */
const NONCES: [string, () => Promise<[Nonces, Nonces]>][] = [
  [
    'in memory',
    async () => {
      const nonces = createNonces({ now: () => now, elapsed: () => now }, KEPT);
      return [nonces, nonces];
    },
  ],
  [
    'in the database',
    async () => {
      const db = await openDatabase();
      const open = () => tableNonces(db, () => now, KEPT);
      return [open(), open()];
    },
  ],
];

describe.each(NONCES)('the used nonces %s', (_place, open) => {
  test('are each accepted by one instance, once', async () => {
    const [here, there] = await open();
    const claims = Array.from({ length: 10 }, (_, i) =>
      (i % 2 === 0 ? here : there).claim('forge', 'a', now + 10),
    );
    expect((await Promise.all(claims)).filter((claimed) => claimed === 'new')).toHaveLength(1);
    expect(await here.claim('harbor', 'a', now + 10)).toBe('new');
  });

  test('are bounded for each issuer, and refuse more instead of dropping old ones', async () => {
    const [here, there] = await open();
    expect(await here.claim('forge', 'a', now + 10)).toBe('new');
    expect(await there.claim('forge', 'b', now + 10)).toBe('new');
    expect(await here.claim('forge', 'c', now + 10)).toBe('full');
    expect(await here.claim('harbor', 'c', now + 10)).toBe('new');
    expect(await there.claim('forge', 'a', now + 10)).toBe('used');
    now += 11;
    expect(await here.claim('forge', 'c', now + 10)).toBe('new');
  });
});

test('what was signed before this process is refused only where an earlier one is forgotten', async () => {
  expect(createNonces({ now: () => now, elapsed: () => now }).since).toBe(now);
  expect(tableNonces(await openDatabase(), () => now, KEPT).since).toBe(0);
});

const CHALLENGE = 'a'.repeat(32);

describe('published proofs', () => {
  async function open() {
    const db = await openDatabase();
    return [publishedProofs(db, () => now), publishedProofs(db, () => now)] as const;
  }

  test('are read at every instance', async () => {
    const [here, there] = await open();
    expect(await there.read(CHALLENGE)).toBeNull();
    expect(await here.publish(CHALLENGE, 'token')).toBe(true);
    expect(await there.read(CHALLENGE)).toBe('token');
    expect(await there.publish(CHALLENGE, 'again')).toBe(true);
    expect(await here.read(CHALLENGE)).toBe('again');
  });

  test('have the name of a challenge, are bounded, and are dropped when they are old', async () => {
    const [here] = await open();
    expect(await here.publish('../secret-key', 'token')).toBe(false);
    for (let i = 0; i < 256; i++)
      expect(await here.publish(String(i).padStart(32, 'a'), 'token')).toBe(true);
    expect(await here.publish(CHALLENGE, 'token')).toBe(false);
    now += 11 * 60_000;
    expect(await here.publish(CHALLENGE, 'token')).toBe(true);
    expect(await here.read('0'.padStart(32, 'a'))).toBeNull();
  });
});
