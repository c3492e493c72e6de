import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from './fixtures.ts';

const run = promisify(execFile);

test('a newcomer adds a job, runs the copied lines, and sees it run, succeed and fail with its log', async ({
  product,
  signedInOnce,
  openPage,
}) => {
  const { page, picture } = await openPage(signedInOnce);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name });
  await signedInOnce.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>;
  await page.goto(`${product.url}/platforms`);
  await button('Add a platform').click();
  await page.getByLabel('What do you have?').selectOption('It reports itself');
  await field('Name').fill('Backup');
  await page.getByLabel('When it calls').selectOption('By cron');
  await field('Line of cron').fill('30 2 * * *');
  await button('Add platform').click();
  await button('Copy address').click();
  const address = await copied();
  await picture('address');
  await button('Copy example for curl').click();
  const lines = await copied();
  /** The example, with a job of its own. */
  const example = (job: string) => run('sh', ['-c', lines.replace('/usr/local/bin/backup', job)]);
  await run('curl', ['-fsS', `${address}/start`]);
  await button('Done').click();
  await button('Remove simulated platforms').click();

  await page.getByRole('link', { name: 'Backup', exact: true }).click();
  const runs = page.getByRole('region', { name: 'Runs' });
  const row = (place: number) => runs.getByRole('listitem').nth(place);
  const state = page.getByRole('region', { name: 'State', exact: true });
  await row(0).getByText('Running').waitFor();
  await example('echo well');
  await row(0).getByText('Success').waitFor();
  await button('Probe all platforms now').click();
  await state.getByText('Connected').waitFor();
  await example('sh -c "echo disk full; exit 3"');
  await row(0).getByText('exit status 3').waitFor();
  await row(0).getByText('Log').click();
  await row(0).getByText('disk full').waitFor();
  await button('Probe all platforms now').click();
  await state.getByText('Down').waitFor();
  await state.getByText('reported: exit status 3').waitFor();
  await row(2).getByText('Did not end').waitFor();
  await picture('runs');
});
