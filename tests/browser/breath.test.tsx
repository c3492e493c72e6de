import { afterEach, expect, test, vi } from 'vitest';
import { breath } from '../../src/breath.ts';

/** How the page gives way between two long pieces of its start. */

afterEach(() => vi.unstubAllGlobals());

const newTask = (run: () => void) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(undefined);
};

test('the page goes on before what the browser put off before it', async () => {
  const order: string[] = [];
  const putOff = new Promise<void>((resolve) =>
    newTask(() => {
      order.push('put off');
      resolve();
    }),
  );
  await breath();
  order.push('page');
  await putOff;
  expect(order).toEqual(['page', 'put off']);
});

test.each([
  ['with the browser’s scheduler', undefined],
  ['in a browser without one', true],
])('what is in the queue of microtasks is done before it goes on, %s', async (_, isWithout) => {
  if (isWithout) vi.stubGlobal('scheduler', undefined);
  let done = false;
  void Promise.resolve().then(async () => {
    await Promise.resolve();
    done = true;
  });
  await breath();
  expect(done).toBe(true);
});
