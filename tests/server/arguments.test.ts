import { expect, test } from 'vitest';
import { runScript } from './archive/run-script.ts';
import { temporaryDir } from './temporary-dir.ts';

test.for([
  ['orphans', '--help'],
  ['check-mesh', 'harbor'],
  ['report', '--new-log', 'report.json'],
  ['verify-report', 'report.json', 'another.json'],
])('%s says how it is used when it gets other arguments', async ([name = '', ...args]) => {
  const env = { DATA_DIR: await temporaryDir() };
  expect(await runScript(name, args, env)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`Usage: npm run ${name}`),
  });
});

test('says in a sentence that a report is not there', async () => {
  const output = '/no/such/report.json cannot be read (ENOENT).\n';
  expect(await runScript('verify-report', ['/no/such/report.json'], {})).toEqual({
    code: 1,
    output,
  });
});
