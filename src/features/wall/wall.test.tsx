import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MINUTE_MS } from '../../../contract/limits.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { BY_PERSON, INCIDENT, TAKEN } from '../../../tests/ui/incident-samples.ts';
import { mount } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { activities, CONNECTIONS, NOW, WALL } from '../../../tests/ui/samples.ts';
import { problemsFirst } from '../../domain/verdict.ts';
import { NOT_CONNECTED } from '../../shared/model.ts';
import { WallBar } from './wall-bar.tsx';
import { driftAt, WallAlarm, WallBoard, WallBody, WallIncidents } from './wall-board.tsx';
import { WallHead } from './wall-head.tsx';
import { WallPairing } from './wall-pairing.tsx';
import { isNight, rotatedView, shownView } from './wall-search.ts';

function wall(isStale = false) {
  return (
    <WallBoard scale={1} now={NOW} isStale={isStale} isActive={false}>
      <WallHead {...WALL} />
      <WallBody {...WALL} view="overview" activity={activities(200)} />
    </WallBoard>
  );
}

test('platforms in error stand first, then those with a warning, then what is not known, then the rest', () => {
  const statuses = ['connected', 'warning', 'toString', 'error', 'connected', 'error'];
  const list = statuses.map((status, i) => ({
    ...CONNECTIONS[0],
    id: String(i),
    name: '',
    domain: '',
    latencyMs: 1,
    lastSeen: 1,
    status,
  }));
  expect(problemsFirst(list).map(({ id }) => id)).toEqual(['3', '5', '1', '2', '0', '4']);
});

test('the picture moves by single pixels, a little each few minutes, and comes back', () => {
  const places = Array.from({ length: 34 * 55 + 1 }, (_, minute) => {
    const [x = 0, y = 0] =
      driftAt(minute * MINUTE_MS)
        .match(/-?\d+/g)
        ?.map(Number) ?? [];
    return { x, y };
  });
  expect(places[34 * 55]).toEqual(places[0]);
  expect(Math.max(...places.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))).toBe(6);
  for (const [i, { x, y }] of places.slice(1).entries()) {
    expect(Math.abs(x - (places[i]?.x ?? 0))).toBeLessThanOrEqual(2);
    expect(Math.abs(y - (places[i]?.y ?? 0))).toBeLessThanOrEqual(2);
  }
  expect(driftAt(MINUTE_MS)).toBe(driftAt(MINUTE_MS + 59_999));
});

test('the picture stands where the moment wants it, and what lies over it does not move', () => {
  const at = (now: number) => (
    <WallBoard scale={1} now={now} isStale={false} isActive={false} overlay={<output>over</output>}>
      <p>picture</p>
    </WallBoard>
  );
  const { box, draw } = mount(at(0));
  const places = () =>
    [...box.querySelectorAll('p, output')].map((part) => {
      const { x, y } = part.getBoundingClientRect();
      return { x, y };
    });
  const [picture = { x: 0, y: 0 }, over] = places();
  draw(at(9 * MINUTE_MS));
  expect(driftAt(9 * MINUTE_MS)).toBe('translate(6px, 5px)');
  expect(places()).toEqual([{ x: picture.x + 6, y: picture.y + 5 }, over]);
});

test('a wall without a connection says since when, and keeps its data', async () => {
  mount(
    <>
      <WallAlarm {...WALL} status="stale" />
      {wall(true)}
    </>,
  );
  await expect.element(page.getByText(/^No connection to Meridian since \d\d:\d\d$/)).toBeVisible();
  await expect.element(page.getByText(/, 3 min ago/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Archive' })).toBeVisible();
});

test('a wall says why the server serves nobody', async () => {
  const reason = 'The database cannot be reached.';
  const connection = { ...NOT_CONNECTED, reason };
  mount(<WallAlarm {...WALL} status="stale" connection={connection} />);
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(/^The database cannot be reached\. As of \d\d:\d\d$/);
});

test('a wall whose access has ended says so', async () => {
  mount(<WallAlarm {...WALL} status="refused" />);
  await expect.element(page.getByRole('alert')).toHaveTextContent(/^Signed out\. As of \d\d:\d\d$/);
});

test.each([
  [1920, 1080],
  [3840, 2160],
])(
  'at %d x %d the whole mesh is on the screen, and its type is as large as the screen wants',
  async (width, height) => {
    await page.viewport(width, height);
    const { box } = mount(wall());
    const names = [...box.querySelectorAll('h2')];
    expect(names).toHaveLength(CONNECTIONS.length);
    for (const name of names) {
      expect(name.getBoundingClientRect().bottom).toBeLessThan(height);
      expect(Number.parseFloat(getComputedStyle(name).fontSize) / width).toBeCloseTo(0.025, 3);
    }
    expect(box.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test('rows that no screen has room for are not drawn', () => {
  const { box } = mount(wall());
  expect(box.querySelectorAll('[aria-label="Recent activity"] li p').length).toBeLessThan(100);
});

test('the bar shows what keeps the screen from staying awake, and every choice', async () => {
  const { search } = mountPage(
    <WallBar
      groups={['Shops']}
      pairing={{ state: 'done', name: 'Hall' }}
      search={{ view: 'mesh', theme: 'dark', scale: 0.5 }}
      lock={{ state: 'impossible', why: 'insecure' }}
    />,
  );
  await userEvent.selectOptions(page.getByLabelText('Group'), 'Shops');
  await expect.poll(search).toMatchObject({ group: 'Shops', view: 'mesh' });
  const before = { view: 'mesh', theme: 'dark', scale: '0.5' };
  await expect.element(page.getByText(/browsers allow it only over HTTPS/)).toBeVisible();
  await expect.element(page.getByRole('switch', { name: 'Keep awake' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Smaller' })).toBeDisabled();
  await expect.element(page.getByRole('radio', { name: 'Mesh' })).toBeChecked();
  await userEvent.click(page.getByText('Overview'));
  await expect.poll(search).toEqual({ ...before, view: 'overview' });
  await userEvent.click(page.getByText('Light'));
  await expect.poll(search).toEqual({ ...before, theme: 'light' });
  await userEvent.click(page.getByRole('switch', { name: 'Rotate views' }));
  await expect.poll(search).toEqual({ ...before, rotate: '1' });
  await userEvent.click(page.getByRole('button', { name: 'Larger' }));
  await expect.poll(search).toEqual({ ...before, scale: '0.75' });
  await userEvent.click(page.getByRole('button', { name: 'Exit wall' }));
  await expect.poll(search).toEqual({});
});

test('a night may pass midnight', () => {
  expect([21, 22, 23, 0, 5, 6].map((hour) => isNight('22-6', hour))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
  expect([1, 2, 3, 4].map((hour) => isNight('2-4', hour))).toEqual([false, true, true, false]);
  expect(isNight(undefined, 3)).toBe(false);
});

test('rotation shows each view in turn', () => {
  const views = [0, 20_000, 40_000, 60_000].map((at) => rotatedView(at));
  expect(views).toEqual(['overview', 'mesh', 'activity', 'overview']);
});

test('a rotating wall stops at the overview on trouble; another keeps its view', () => {
  expect(shownView({ rotate: 1, view: 'mesh' }, 40_000, false)).toBe('activity');
  expect(shownView({ rotate: 1, view: 'mesh' }, 40_000, true)).toBe('overview');
  expect(shownView({ view: 'mesh' }, 40_000, true)).toBe('mesh');
  expect(shownView({}, 40_000, false)).toBe('overview');
});

test('a platform that is down says why and how long, and shows its last day', async () => {
  const down = { ...CONNECTIONS[4], status: 'error', since: NOW - 3_600_000 } as Connection;
  const slots = [{ up: 1, late: 0, down: 1, notMeasured: 0, latencyMs: null }];
  const history = {
    from: 0,
    to: 1,
    slotMs: 1,
    platforms: [{ platform: down.id, slots, medianMs: null, p95Ms: null }],
  };
  mount(<WallBody {...WALL} view="mesh" connections={[down]} history={history} />);
  await expect.element(page.getByText('does not answer')).toBeVisible();
  await expect
    .element(page.getByRole('img', { name: 'Archive, last 24 hours: 50% available' }))
    .toBeVisible();
  await expect.element(page.getByText(/ms$/)).not.toBeInTheDocument();
});

test('a wall says in a line what people opened, and one of a group what concerns it', async () => {
  const taken = {
    ...BY_PERSON,
    id: 47,
    cause: 'Mail is late',
    acknowledgement: TAKEN.acknowledgement,
  };
  const incidents = [taken, INCIDENT, BY_PERSON];
  const { draw } = mount(<WallIncidents {...WALL} incidents={incidents} />);
  const line = 'Payments fail: Forge, Harbor · open for 31 min · Nobody is on it';
  await expect.element(page.getByText(`${line} · 1 more`, { exact: true })).toBeVisible();
  draw(<WallIncidents {...WALL} incidents={[taken]} />);
  await expect.element(page.getByText(/^Mail is late: Forge, Harbor .* is on it$/)).toBeVisible();
  draw(<WallIncidents {...WALL} group="Shops" connections={[]} incidents={incidents} />);
  await expect.element(page.getByText('open for')).not.toBeInTheDocument();
});

test('the pairing code is also a QR code', async () => {
  mount(<WallPairing pairing={{ state: 'waiting', code: 'ABCD2345', expiresAt: NOW }} alone />);
  await expect.element(page.getByRole('img', { name: 'QR code' })).toBeVisible();
});
