import { beforeEach, expect, test, vi } from 'vitest';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { findDuplicate } from './use-duplicate.ts';

const send = vi.hoisted(() => vi.fn());
vi.mock('../../console/worker-client.ts', () => ({ workerClient: { send } }));

const FILE = new File(['abc'], 'alpha.zip');
/** Of 'abc' (FIPS 180-2, appendix B). */
const SHA256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

const bundle = (id: number, name = 'alpha.zip'): Bundle => ({
  id,
  name,
  size: FILE.size,
  status: 'validated',
  targetPlatforms: null,
  createdAt: '2026-11-20T12:00:00Z',
});

beforeEach(() => send.mockReset());

test('finds the bundle with the same bytes, whatever its name', async () => {
  const renamed = bundle(2, 'beta.zip');
  send.mockResolvedValue({ ok: true, data: [renamed] });
  expect(await findDuplicate(FILE, [bundle(1), renamed])).toEqual({
    bundle: renamed,
    isSame: true,
  });
  expect(send.mock.calls).toEqual([['bundlesOfFile', { params: { sha256: SHA256 } }]]);
});

test('a bundle of the same name and size with other bytes is none', async () => {
  send.mockResolvedValue({ ok: true, data: [] });
  expect(await findDuplicate(FILE, [bundle(1)])).toBeUndefined();
});

test('where the server cannot compare hashes, name and size decide', async () => {
  send.mockResolvedValue({ ok: false, status: 404, text: 'Not Found', why: 'refused' });
  expect(await findDuplicate(FILE, [bundle(1)])).toMatchObject({ isSame: false });
  expect(await findDuplicate(FILE, [bundle(1, 'beta.zip')])).toBeUndefined();
});

test('without a bundle of that size nothing is asked', async () => {
  expect(await findDuplicate(FILE, [])).toBeUndefined();
  expect(send).not.toHaveBeenCalled();
});
