import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../ui/testing/calls.ts';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { known, Seeded, type Stand } from '../../ui/testing/seed.tsx';
import { StatusPagePanel } from './status-page-panel.tsx';

const PLATFORMS = ['Forge', 'Harbor', 'Archive'].map((name) => ({
  ...{ id: name.toLowerCase(), name, domain: `${name.toLowerCase()}.mesh.example`, kind: 'mesh' },
  ...{ source: 'file', simulated: false, paused: false, target: '', settings: {}, secrets: [] },
}));
const PAGE = {
  ...{ on: true, title: 'Example services', address: '/status' },
  platforms: [
    { id: 'forge', name: 'Shop' },
    { id: 'gone', name: 'Removed since' },
  ],
};

function open(stand?: Stand) {
  const sent = answerCalls({ changeStatusPage: ['A platform is not there any more.', {}] });
  mount(
    <Seeded entries={known('statusPage', PAGE, stand)}>
      <StatusPagePanel platforms={PLATFORMS} />
    </Seeded>,
  );
  return sent;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

test('an admin chooses what is shown, under which name and in which order', async () => {
  const sent = open();
  await expect.element(page.getByRole('link', { name: 'Open the page' })).toBeVisible();
  const preview = page.getByRole('link', { name: 'Preview what is saved' });
  await expect.element(preview).toHaveAttribute('href', '/api/settings/status-page/preview');
  await userEvent.click(page.getByRole('combobox', { name: 'Show a platform' }));
  await userEvent.click(page.getByRole('option', { name: 'Archive' }));
  await userEvent.click(button('Save status page'));
  await expect.element(page.getByText('Write a name for the public')).toBeVisible();
  await userEvent.fill(field('Public name of Archive'), 'Search');
  await userEvent.click(button('Move up: Archive'));
  expect(await faults()).toEqual([]);
  await userEvent.click(button('Save status page'));
  await expect.element(page.getByText('A platform is not there any more.')).toBeVisible();
  await userEvent.click(button('Hide: Forge'));
  await userEvent.click(page.getByRole('switch', { name: 'Everybody can read it' }));
  await userEvent.click(button('Save status page'));
  const platforms = [{ id: 'archive', name: 'Search' }];
  await expect
    .poll(() => sent.at(-1))
    .toEqual(['changeStatusPage', { on: false, title: 'Example services', platforms }]);
  expect(sent[0]).toMatchObject([
    'changeStatusPage',
    { on: true, platforms: [...platforms, { id: 'forge', name: 'Shop' }] },
  ]);
});

test('a server without such a page shows nothing', async () => {
  open('missing');
  await expect.element(page.getByRole('region')).not.toBeInTheDocument();
});
