import { expect, it } from 'vitest';
import { createRig } from '../doubles/data-worker.ts';
import { entryOf } from '../doubles/live-worker.ts';
import { serveMeridian } from '../doubles/meridian.ts';
import { meridianHeaders } from '../doubles/server.ts';

const BEATS = 4;
const BEAT_MS = 15_000;
/** A worker that asks without end is stopped here, so that the test ends. */
const ENOUGH = 50;

it('a server whose answers lag behind its own stream is asked once a beat, not endlessly', async () => {
  const rig = createRig();
  const node = serveMeridian(rig);
  for (let event = 0; event < 3; event += 1) node.append();
  const firstRow = node.rows.slice(-1);
  rig.server.route('GET', '/api/activity/logs', () =>
    rig.server.count('/api/activity/logs') > ENOUGH
      ? { status: 500 }
      : { body: firstRow, headers: meridianHeaders(rig.clock.now(), 1) },
  );
  await rig.worker.open('ada');
  await rig.clock.advance(50);
  node.greet(rig.sockets.last());
  await rig.clock.advance(50);
  rig.worker.subscribe('activity', {});
  await rig.clock.advance(50);
  const asked = rig.server.count('/api/activity/logs');
  for (let beat = 0; beat < BEATS; beat += 1) {
    rig.sockets.last().say({ type: 'beat', at: rig.clock.now(), seq: node.seq() });
    await rig.clock.advance(BEAT_MS);
  }
  expect(asked).toBe(1);
  expect(rig.server.count('/api/activity/logs')).toBe(asked + BEATS);
  expect(entryOf(rig, 'activity')).toMatchObject({ data: firstRow, seq: 1 });
  await rig.worker.stop();
});
