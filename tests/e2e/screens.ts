import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { fillWithData } from './lived-in.ts';
import { type Operator, registerOperator } from './operator.ts';
import { until } from './rounds.ts';
import type { Product } from './running-product.ts';
import { NO_SERVICE_WORKER } from './service-worker.ts';

/** One screen, or one thing that opens over it. */
interface ShownScreen {
  /** `{bundle}`, `{challenge}` and `{incident}` stand for ids of the day's data. */
  readonly path: string;
  readonly isPublic?: true;
  /** It tells about the service worker. */
  readonly tellsOfWorker?: true;
  /** Opens what is over the screen, or waits for it. */
  readonly over?: (page: Page) => Promise<void>;
  /** What goes wrong in it by its nature. */
  readonly troubles?: readonly RegExp[];
}

const dialogIsThere = (page: Page) => page.getByRole('dialog').waitFor();

const codeIsThere = (page: Page) => page.getByText('Expires at').waitFor();

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await dialogIsThere(page);
}

/** Where there is no room for the sidebar. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^(?:Open menu|More)$/ });
  if (await menu.isVisible()) await menu.click();
}

const ALL = {
  landing: { path: '/', isPublic: true },
  login: { path: '/login', isPublic: true },
  signup: { path: '/signup', isPublic: true },
  'not found': { path: '/no-such-page', isPublic: true },
  dashboard: { path: '/dashboard' },
  'mesh network': { path: '/mesh-network' },
  platform: { path: '/mesh-network/forge' },
  'who sees whom': { path: '/mesh-network?part=witnesses' },
  incidents: { path: '/incidents' },
  incident: { path: '/incidents/{incident}' },
  maintenance: { path: '/maintenance' },
  drills: { path: '/maintenance?part=drills' },
  'new maintenance': { path: '/maintenance?new=1', over: dialogIsThere },
  alerts: { path: '/alerts' },
  handover: { path: '/handover' },
  'on duty': { path: '/duty' },
  'ZIP bundles': { path: '/zip-bundles' },
  'Route66 protocol': { path: '/route66-protocol' },
  watchdog: { path: '/admin-watchdog' },
  heartbeat: { path: '/admin/heartbeat' },
  'Route66 proof': { path: '/admin/route66-proof?challenge={challenge}' },
  account: { path: '/account' },
  platforms: { path: '/platforms' },
  'new platform': { path: '/platforms?new=1', over: dialogIsThere },
  people: { path: '/people' },
  'audit log': { path: '/audit' },
  'status page': { path: '/status-page' },
  'upload dialog': { path: '/dashboard?show=upload', over: dialogIsThere },
  diagnostics: {
    path: '/dashboard?show=diagnostics',
    over: dialogIsThere,
    tellsOfWorker: true,
  },
  'system logs': { path: '/logs' },
  'this device': { path: '/dashboard?show=device', over: dialogIsThere, tellsOfWorker: true },
  'bundle details': { path: '/zip-bundles?bundle={bundle}', over: dialogIsThere },
  displays: { path: '/dashboard?show=displays', over: dialogIsThere },
  wall: { path: '/dashboard?wall=1' },
  'wall without a session': {
    path: '/dashboard?wall=1',
    isPublic: true,
    over: codeIsThere,
    troubles: [/^401: GET /],
  },
  palette: { path: '/mesh-network', over: openPalette },
  menu: { path: '/mesh-network', over: openMenu },
} as const satisfies Record<string, ShownScreen>;

export type ScreenName = keyof typeof ALL;
export const SCREENS: Readonly<Record<ScreenName, ShownScreen>> = ALL;
export const SCREEN_NAMES = Object.keys(ALL) as ScreenName[];

/** A product with a day's data and somebody who made it. */
export interface LivedIn {
  readonly operator: Operator;
  /** Address of a screen. */
  urlOf(name: ScreenName): string;
}

/** @param known the operator who makes the data; a new one when omitted */
export async function liveIn(product: Product, known?: Operator): Promise<LivedIn> {
  const operator = known ?? (await registerOperator(product));
  await fillWithData(operator);
  const [bundle] = await operator.read<{ id: string }[]>('/api/zip/bundles');
  const [peer] = await operator.read<{ domain: string }[]>('/api/mesh/connections');
  const started = await operator.call('/api/mesh/proof/start', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ peer: peer?.domain, deadline_sec: 60, commander_origin: product.url }),
  });
  const { challenge_id: challenge } = (await started.json()) as { challenge_id: string };
  // On a busy machine there may be others.
  const ofArchive = async () => {
    const all = await operator.read<{ id: number; platform: string }[]>('/api/incidents');
    return all.find(({ platform }) => platform === 'archive');
  };
  const incident = await until(ofArchive, (found) => found !== undefined);
  return {
    operator,
    urlOf: (name) =>
      product.url +
      SCREENS[name].path
        .replace('{bundle}', String(bundle?.id))
        .replace('{incident}', String(incident?.id))
        .replace('{challenge}', String(challenge)),
  };
}

/** A browser of its own: a visitor's, or with the operator's session. It keeps no copy of the console unless the options say so. */
export async function contextFor(
  browser: Browser,
  product: Pick<Product, 'url'>,
  operator: Operator | undefined,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...NO_SERVICE_WORKER, ...options });
  if (operator) await signInContext(context, product.url, operator);
  return context;
}

/**
 * A context for the tests of a whole file, one after the other.
 *
 * @param origin of the console
 */
export async function keep(context: BrowserContext, origin: string) {
  const empty = await context.newPage();
  const devtools = await context.newCDPSession(empty);
  const storageTypes = 'indexeddb,local_storage,service_workers,cache_storage';
  return {
    /** Closes its pages, and erases their data and settings. Files that were loaded stay, and so do cookies. */
    async anew(): Promise<BrowserContext> {
      for (const page of context.pages()) if (page !== empty) await page.close();
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
      return context;
    },
  };
}

/** Gives a browser the operator's session at an address, and its marker, once: signing out removes both. */
export async function signInContext(
  context: BrowserContext,
  url: string,
  operator: Pick<Operator, 'username' | 'cookie'>,
): Promise<void> {
  const [name = '', value = ''] = operator.cookie.split('=', 2);
  await context.addCookies([{ name, value, url }]);
  await setMarkerOnce(context, operator.username);
}

export async function setMarkerOnce(context: BrowserContext, username: string): Promise<void> {
  await context.addInitScript((marker) => {
    if (localStorage.getItem('test-was-signed-in') !== null) return;
    localStorage.setItem('test-was-signed-in', 'yes');
    localStorage.setItem('auth-token', marker);
  }, username);
}

/** Waits until the screen has taken the place of its first paint, and everything that it reads is there. */
export async function isRead(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(
    () =>
      document.documentElement.hasAttribute('data-ready') &&
      !document.querySelector('[aria-busy=true]'),
  );
}

/** Goes on to a screen of another title as a link would, without a load. */
export async function follow(page: Page, url: string): Promise<void> {
  const { pathname, search } = new URL(url);
  const before = await page.title();
  await page.evaluate((to) => history.pushState(null, '', to), pathname + search);
  await page.waitForFunction((title) => document.title !== title, before);
}
