import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, answerCalls } from '../../../tests/ui/calls.ts';
import { mount } from '../../../tests/ui/mount.tsx';
import { AsRole, VIEWER } from '../../../tests/ui/role-sample.tsx';
import { known, Seeded } from '../../../tests/ui/seed.tsx';
import { HOST } from './host-panel.stories.tsx';
import { HostPanel } from './host-panel.tsx';

const FORGE = { id: 'forge' };

function panel(host: Partial<typeof HOST> = {}) {
  return (
    <Seeded entries={known('host', { ...HOST, ...host }, 'fresh', FORGE)}>
      <HostPanel id="forge" />
    </Seeded>
  );
}

function setUp(host: Partial<typeof HOST> = {}, answers: Answers = {}) {
  const sent = answerCalls(answers);
  mount(panel(host));
  return sent;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

test('a limit of one value stands beside that of all of its measure, and goes when it is emptied', async () => {
  const sent = setUp();
  await expect.element(field('An incident over (%)')).toHaveValue('90');
  await userEvent.click(page.getByRole('checkbox', { name: 'Any disk' }));
  await userEvent.fill(field('An incident over (%)'), '95');
  await userEvent.click(button('Save limit'));
  const all = HOST.limits[0];
  const own = { measure: 'filesystem', name: '/', over: 95, forSec: 600 };
  expect(sent).toEqual([['changeHost', 'forge', { limits: [all, own] }]]);
  await userEvent.click(page.getByRole('checkbox', { name: 'Any disk' }));
  await userEvent.clear(field('An incident over (%)'));
  await userEvent.click(button('Save limit'));
  expect(sent.at(-1)).toEqual(['changeHost', 'forge', { limits: [] }]);
});

test('another value has another limit', async () => {
  const sent = setUp();
  await userEvent.selectOptions(
    page.getByRole('combobox', { name: 'Measure' }),
    'Temperature nvme Composite: 48 °C',
  );
  await userEvent.fill(field('An incident over (°C)'), '70');
  await userEvent.fill(field('For (minutes)'), '2.5');
  await userEvent.click(button('Save limit'));
  const limit = { measure: 'temperature', name: 'nvme Composite', over: 70, forSec: 150 };
  expect(sent).toEqual([['changeHost', 'forge', { limits: [HOST.limits[0], limit] }]]);
});

test('an address is given with what the collector needs, and shown this once', async () => {
  const report = '/api/reports/SECRET';
  const sent = setUp({ series: [], hasAddress: false }, { changeHost: { report } });
  await userEvent.click(button('Metrics address'));
  await userEvent.click(button('Give it an address'));
  const url = `${location.origin}${report}/v1/metrics`;
  await expect.element(field('Address')).toHaveValue(url);
  await expect.element(page.getByText(`metrics_endpoint: ${url}`)).toBeVisible();
  expect(sent).toEqual([['changeHost', 'forge', { renew: true }]]);
});

test('a viewer sees values and nothing to change, and nothing of a host without any', async () => {
  mount(<AsRole session={VIEWER}>{panel()}</AsRole>);
  await expect.element(page.getByRole('combobox', { name: 'Measure' })).toBeVisible();
  expect(button('Metrics address').query()).toBeNull();
  expect(button('Save limit').query()).toBeNull();
});
