import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { firstPaint, markFirstPaint } from '../../src/device/first-paint.ts';
import { ConsoleUpdate } from '../../src/features/shell/console-update.tsx';

/** When a console loads what makes it more than a page; an ordinary tab loads nothing of it. */

declare global {
  var installOffer: Event | undefined;
}

const known = vi.hoisted(() => ({
  link: { state: 'connecting', attempt: 1 },
  outbox: [{}],
  incidents: [{ drillUntil: null as number | null }],
}));
vi.mock('../../src/console/connection.ts', () => ({
  useConnectionValue: (select: (link: typeof known.link) => unknown) => select(known.link),
}));
vi.mock('../../src/console/outbox.ts', () => ({ useOutbox: () => known.outbox }));
vi.mock('../../src/console/reads.ts', () => ({ useReadData: () => known.incidents }));
vi.mock('../../src/device/updates/updates.ts', () => ({
  useUpdate: () => ({ state: 'none' }),
  updateNow: vi.fn(),
}));
vi.mock('../../src/features/maintenance/drill-banner.tsx', () => ({
  ConsoleDrillBanner: () => <p>A drill runs</p>,
}));
vi.mock('../../src/features/device/install-notices.tsx', () => ({
  ConsoleApp: () => <p>More than a page</p>,
}));

beforeAll(() => {
  markFirstPaint();
  return firstPaint;
});
beforeEach(() => {
  Object.assign(known, { link: { state: 'live', attempt: 1 }, outbox: [], incidents: [] });
  return () => {
    Reflect.deleteProperty(globalThis, 'installOffer');
    vi.unstubAllGlobals();
  };
});

/** Waits until imports have loaded and React has rendered. */
async function afterImports(): Promise<void> {
  const nextFrame = () => new Promise(requestAnimationFrame);
  await nextFrame();
  await vi.dynamicImportSettled();
  await nextFrame();
}

async function open() {
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  onTestFinished(() => {
    root.unmount();
    box.remove();
  });
  const draw = () => {
    root.render(<ConsoleUpdate />);
    return afterImports();
  };
  await draw();
  return { draw };
}

const isThere = () => expect.element(page.getByText('More than a page')).toBeVisible();
const isNot = () => expect(page.getByText('More than a page').elements()).toEqual([]);

/** What the page's HTML does with an offer, and then whoever listens. */
function offer(): Promise<void> {
  const event = new Event('beforeinstallprompt');
  globalThis.installOffer = event;
  dispatchEvent(event);
  return afterImports();
}

test('an ordinary tab loads no app code until the browser offers an installation', async () => {
  await open();
  isNot();
  await offer();
  await isThere();
});

test('an offer that came before the link was known waits until it is', async () => {
  known.link.state = 'connecting';
  const { draw } = await open();
  await offer();
  isNot();
  known.link = { state: 'closed', attempt: 2 };
  await draw();
  await isThere();
});

test('uploads on this device bring their notice into any tab', async () => {
  const { draw } = await open();
  isNot();
  known.outbox = [{}];
  await draw();
  await isThere();
});

test('the banner of a drill comes with the drill, and goes with it', async () => {
  known.incidents = [{ drillUntil: null }];
  const { draw } = await open();
  const banners = () => page.getByText('A drill runs').elements();
  expect(banners()).toEqual([]);
  // Of a region that comes together with its text screen readers often say nothing.
  const regions = page.getByRole('status').elements();
  known.incidents = [{ drillUntil: 1 }];
  await draw();
  await expect.element(page.getByText('A drill runs')).toBeVisible();
  expect(regions.map(({ textContent }) => textContent)).toContain('A drill runs');
  known.incidents = [];
  await draw();
  expect(banners()).toEqual([]);
});

test('a browser that installs by its share menu alone says so', async () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'standalone'));
  await open();
  await isThere();
});
