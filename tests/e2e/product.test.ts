import { expect, test } from 'vitest';
import { endProducts, startProduct } from './product.ts';

test('a server that its test does not stop is ended with the file', async () => {
  const { pid } = await startProduct();
  const isRunning = () => process.kill(pid, 0);
  expect(isRunning()).toBe(true);
  await endProducts();
  expect(isRunning).toThrow('ESRCH');
});
