import { expect, test } from 'vitest';
import { followLaunches, type Launch } from '../../src/device/launches.ts';

const OPENED = 'https://console.test/dashboard';

/** A page that was loaded with `OPENED`, and a system that launches it. */
function launched() {
  const paths: string[] = [];
  const files: File[] = [];
  let consumer: (launch: Launch) => void = () => expect.fail('Nobody takes launches.');
  followLaunches({
    queue: {
      setConsumer(next) {
        consumer = next;
      },
    },
    opened: OPENED,
    handOver(file) {
      files.push(file);
      return `id-${files.length}`;
    },
    go: (path) => paths.push(path),
  });
  return { paths, files, launch: (launch: Launch) => consumer(launch) };
}

const fileOf = (name: string) => ({ name, getFile: async () => new File(['PK'], name) });

test('passes the first ZIP of a launch on, and opens the upload dialog', async () => {
  const { paths, files, launch } = launched();
  launch({
    targetURL: OPENED,
    files: [fileOf('a.txt'), fileOf('b.ZIP'), fileOf('c.zip')],
  });
  await expect.poll(() => paths).toEqual(['/dashboard?show=upload&shared=id-1']);
  expect(files.map(({ name }) => name)).toEqual(['b.ZIP']);
});

test('reports a file that can no longer be read as gone', async () => {
  const { paths, launch } = launched();
  launch({ files: [{ name: 'a.zip', getFile: () => Promise.reject(new Error('moved')) }] });
  await expect.poll(() => paths).toEqual(['/dashboard?show=upload&shared=gone']);
});

test('an address is followed by its path, but not the one that the page was loaded with', () => {
  const { paths, launch } = launched();
  launch({ targetURL: OPENED });
  expect(paths).toEqual([]);
  launch({ targetURL: `${OPENED}?show=upload#part` });
  launch({ targetURL: OPENED });
  expect(paths).toEqual(['/dashboard?show=upload', '/dashboard']);
});

test.each([
  'https://other.test/dashboard',
  'javascript:alert(1)',
  'no address',
  '',
  null,
  undefined,
])('%s leads nowhere', (targetURL) => {
  const { paths, launch } = launched();
  launch(targetURL === undefined ? {} : { targetURL });
  expect(paths).toEqual([]);
});

test('works in a browser without a launch queue', () => {
  const go = () => expect.fail('There was no launch.');
  const parts = { queue: undefined, opened: OPENED, handOver: () => '', go };
  expect(() => followLaunches(parts)).not.toThrow();
});
