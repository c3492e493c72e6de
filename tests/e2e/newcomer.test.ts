import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { test } from './fixtures.ts';
import { signUp } from './sign-up.ts';

const PRESSES_MAX = 7;
/** A simulated platform may be slow on a busy machine: its incident is shown, and goes with it. */
const SEEN_TOO_LATE = /^404: POST .*\/api\/incidents\/\d+\/seen$/;

test.override('contextOptions', { viewport: { width: 1440, height: 1000 } });

test('a newcomer adds the first real platform, sees it up, and down with the reason and an incident', async ({
  product,
  visitor,
  openPage,
}) => {
  const web = createServer((_, answer) => answer.end('well'));
  const close = () => {
    web.closeAllConnections();
    web.close();
  };
  onTestFinished(close);
  await new Promise<void>((resolve) => void web.listen(0, '127.0.0.1', resolve));
  const name = `127.0.0.1:${(web.address() as AddressInfo).port}`;

  const { page, picture } = await openPage(visitor, [SEEN_TOO_LATE]);
  let presses = 0;
  const press = async (part: Locator) => {
    presses += 1;
    await part.click();
  };
  const button = (text: string) => page.getByRole('button', { name: text, exact: true });

  await page.goto(product.url);
  await press(page.getByRole('link', { name: 'Get Started' }).first());
  await page.waitForURL('**/signup');
  await signUp(page);
  presses += 1;
  await page.waitForURL('**/dashboard');
  const firstStep = page.getByRole('link', { name: 'Watch a platform of your own' });
  await firstStep.waitFor();
  await picture('first-steps');
  await press(firstStep);
  await page.getByRole('textbox', { name: 'Address' }).fill(`http://${name}`);
  await press(button('Test'));
  await page.getByText('It is up').waitFor();
  await picture('tested');
  await press(button('Add platform'));
  await press(button('Remove simulated platforms'));

  const added = page.getByRole('row', { name, exact: true });
  await added.getByText('Connected').waitFor();
  await expect.poll(() => page.getByText('Simulated', { exact: true }).count()).toBe(0);
  await picture('up');
  close();
  await added.getByText('Down').waitFor();
  await added.getByText('cannot be reached').waitFor();
  await picture('down');
  await press(page.getByRole('link', { name: /^Incidents/ }));
  await page.getByRole('main').getByText('cannot be reached').first().waitFor();
  await picture('incident');
  expect(presses).toBeLessThanOrEqual(PRESSES_MAX);
});
