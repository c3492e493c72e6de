import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../tests/ui/calls.ts';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { CONNECTIONS } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { StatusPageScreen } from './status-page-screen.tsx';

const PLATFORMS = CONNECTIONS.map((one, place) => ({
  ...one,
  ...(place > 3 && { group: 'Storage' }),
}));
const PAGE = {
  ...{ on: true, title: 'Example services', address: '/status', timeZone: 'UTC' },
  platforms: [
    { id: 'forge', name: 'Shop' },
    { id: 'gone', name: 'Removed since' },
  ],
};
const NEW = { ...PAGE, on: false, platforms: [] };

function open(data = PAGE, stand?: Stand) {
  const sent = answerCalls({ changeStatusPage: ['A platform is not there any more.', {}] });
  mount(
    <Seeded entries={[...known('connections', PLATFORMS), ...known('statusPage', data, stand)]}>
      <StatusPageScreen />
    </Seeded>,
  );
  return sent;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const isPublic = () => page.getByRole('switch', { name: 'Everybody can read it' });

test('an admin chooses what is shown, under which name and in which order', async () => {
  const sent = open();
  await expect.element(page.getByRole('link', { name: 'Open the page' })).toBeVisible();
  const preview = page.getByRole('link', { name: 'Preview what is saved' });
  await expect.element(preview).toHaveAttribute('href', '/api/settings/status-page/preview');
  await userEvent.click(page.getByText('Harbor', { exact: true }));
  await expect.element(field('Public name of Harbor')).toHaveValue('Harbor');
  await userEvent.fill(field('Public name of Harbor'), ' ');
  await userEvent.click(button('Save status page'));
  await expect.element(page.getByText('Write a name for the public')).toBeVisible();
  await userEvent.fill(field('Public name of Harbor'), 'Search');
  await userEvent.click(button('Move up: Harbor'));
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Save status page'));
  await expect.element(page.getByText('A platform is not there any more.')).toBeVisible();
  await userEvent.click(button('Hide: Forge'));
  await userEvent.selectOptions(page.getByLabelText('Time zone'), 'Asia/Tokyo');
  await userEvent.click(isPublic());
  await userEvent.click(button('Save status page'));
  const platforms = [{ id: 'harbor', name: 'Search' }];
  const saved = { on: false, title: 'Example services', timeZone: 'Asia/Tokyo', platforms };
  await expect.poll(() => sent.at(-1)).toEqual(['changeStatusPage', saved]);
  expect(sent[0]).toMatchObject([
    'changeStatusPage',
    { on: true, platforms: [...platforms, { id: 'forge', name: 'Shop' }] },
  ]);
});

test('is not public without a platform, and with all of them or of a group in three presses', async () => {
  const sent = open(NEW);
  await userEvent.click(isPublic());
  await userEvent.click(button('Save status page'));
  const reason = page.getByText('Choose at least one platform that everybody may see.');
  await expect.element(reason).toBeVisible();
  await userEvent.click(button('All of Storage'));
  await expect.element(reason).not.toBeInTheDocument();
  expect(page.getByRole('listitem').elements()).toHaveLength(PLATFORMS.length - 4);
  await userEvent.click(button('Select all'));
  await userEvent.click(button('Save status page'));
  await expect.poll(() => sent).toHaveLength(1);
  const named = PLATFORMS.map(({ id, name }) => ({ id, name }));
  const platforms = [...named.slice(4), ...named.slice(0, 4)];
  expect(sent).toMatchObject([['changeStatusPage', { on: true, platforms }]]);
});

test('a server without such a page says so', async () => {
  open(PAGE, 'missing');
  await expect.element(page.getByText('This server has no status page')).toBeVisible();
});
