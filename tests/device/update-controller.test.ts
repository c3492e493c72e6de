import { describe, expect, it } from 'vitest';
import { type Release, releasesAfter } from '../../src/device/updates/release-notes.ts';
import type { ServiceWorkerState } from '../../src/device/updates/service-worker-client.ts';
import { createUpdateController } from '../../src/device/updates/update-controller.ts';

/** A page of build 'old' whose surroundings the test controls. */
function pageOf(worker: Partial<ServiceWorkerState> = {}) {
  const listeners = new Set<() => void>();
  const page = {
    now: 0,
    worker: { ...RUNNING, ...worker },
    checks: 0,
    reached: true,
    served: 'old' as string | undefined,
    uploading: false,
    writing: false,
    othersUpload: false,
    othersAttended: false,
    lastReload: undefined as string | undefined,
    remembers: true,
    activated: 0,
    reloads: 0,
    announced: [] as string[],
    become(next: Partial<ServiceWorkerState>) {
      page.worker = { ...page.worker, ...next };
      for (const listener of listeners) listener();
    },
    takeOver(build: string) {
      page.become({ build, waiting: false });
      flow.onTakeover(build);
    },
  };
  const flow = createUpdateController({
    ownBuild: 'old',
    worker: {
      register: async () => undefined,
      async check() {
        page.checks += 1;
        return page.reached;
      },
      activateWaiting: () => {
        page.activated += 1;
      },
      get: () => page.worker,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    readServedBuild: async () => page.served,
    now: () => page.now,
    isUploading: () => page.uploading,
    isWriting: () => page.writing,
    tabs: {
      othersUpload: async () => page.othersUpload,
      othersAttended: async () => page.othersAttended,
      announceUpdate: (build) => page.announced.push(build),
    },
    lastReload: {
      get: () => page.lastReload,
      set(build) {
        if (page.remembers) page.lastReload = build;
        return page.remembers;
      },
    },
    reload: () => {
      page.reloads += 1;
    },
  });
  return { page, flow };
}

const RUNNING: ServiceWorkerState = {
  supported: true,
  inControl: true,
  kept: true,
  build: 'old',
  installing: false,
  waiting: false,
  failed: false,
};
const NO_WORKER = { supported: false, inControl: false, build: undefined };

describe('a new version behind a service worker', () => {
  it('waits for text that is typed after the update was requested and held by an upload', async () => {
    const { page, flow } = pageOf({ waiting: true });
    page.become({});
    expect(await flow.updateNow()).toBe('going');
    page.uploading = true;
    page.takeOver('new');
    expect(flow.get()).toEqual({ state: 'held', why: 'uploading' });
    page.writing = true;
    page.uploading = false;
    flow.retryHeld();
    expect(flow.get()).toEqual({ state: 'held', why: 'writing' });
    expect(page.reloads).toBe(0);
  });

  it('is reported when it waits, and never installs by itself', () => {
    const { page, flow } = pageOf();
    page.become({ installing: true });
    expect(flow.get()).toEqual({ state: 'fetching' });
    page.become({ installing: false, waiting: true });
    expect(flow.get()).toEqual({ state: 'ready' });
    expect([page.activated, page.reloads]).toEqual([0, 0]);
  });

  it('replaces the old one on request, with one reload', async () => {
    const { page, flow } = pageOf({ waiting: true });
    page.become({});
    expect(await flow.updateNow()).toBe('going');
    expect([page.activated, page.reloads]).toEqual([1, 0]);
    page.takeOver('new');
    expect(page.reloads).toBe(1);
  });

  it.each(['uploading', 'othersUpload'] as const)('waits while %s', async (what) => {
    const { page, flow } = pageOf({ waiting: true });
    page.become({});
    page[what] = true;
    expect(await flow.updateNow()).toBe('uploading');
    expect(page.activated).toBe(0);
    page[what] = false;
    expect(await flow.updateNow()).toBe('going');
  });

  it('reloads a tab with unsaved text only when that is done', () => {
    const { page, flow } = pageOf();
    page.writing = true;
    page.takeOver('new');
    expect(flow.get()).toEqual({ state: 'held', why: 'writing' });
    expect(page.reloads).toBe(0);
    page.writing = false;
    flow.retryHeld();
    expect(page.reloads).toBe(1);
  });

  it('never reloads twice by itself for one build', () => {
    const { page, flow } = pageOf();
    page.lastReload = 'new';
    page.takeOver('new');
    expect(flow.get()).toEqual({ state: 'held', why: 'loop' });
    expect(page.reloads).toBe(0);
  });

  it('does not reload by itself when that cannot be remembered', () => {
    const { page, flow } = pageOf();
    page.remembers = false;
    page.takeOver('new');
    expect(flow.get()).toEqual({ state: 'held', why: 'loop' });
    expect(page.reloads).toBe(0);
  });

  it('does not reload when the first service worker has the build of this page', () => {
    const { page, flow } = pageOf({ inControl: false, build: undefined });
    page.become({ inControl: true });
    page.takeOver('old');
    expect([page.reloads, flow.get().state]).toEqual([0, 'none']);
  });

  it('reports that it cannot be kept on the device', () => {
    const { page, flow } = pageOf({ failed: true });
    flow.onServerBuild('new');
    expect(flow.get()).toEqual({ state: 'failed' });
    expect(page.reloads).toBe(0);
  });

  it('is not offered when the service worker has the build of this page', () => {
    const { flow } = pageOf();
    flow.onServerBuild('new');
    expect(flow.get()).toEqual({ state: 'none' });
  });
});

describe('a new version without a service worker', () => {
  it('is a reload of every tab on request', async () => {
    const { page, flow } = pageOf(NO_WORKER);
    flow.onServerBuild('new');
    expect(flow.get()).toEqual({ state: 'ready' });
    expect(await flow.updateNow()).toBe('going');
    expect([page.announced, page.reloads]).toEqual([['new'], 1]);
  });

  it('follows another tab', () => {
    const { page, flow } = pageOf(NO_WORKER);
    flow.onTakeover('new');
    expect(page.reloads).toBe(1);
    flow.onTakeover('old');
  });

  it('is found by asking the server itself', async () => {
    const { page, flow } = pageOf({ ...NO_WORKER, kept: false });
    page.reached = false;
    expect(await flow.check()).toBe('same');
    page.served = undefined;
    expect(await flow.check()).toBe('unreachable');
    page.served = 'new';
    expect([await flow.check(), flow.get().state]).toEqual(['another', 'ready']);
    expect(await flow.updateNow()).toBe('going');
    expect([page.announced, page.checks]).toEqual([['new'], 0]);
  });
});

describe('a display', () => {
  it('updates by itself', async () => {
    const { page, flow } = pageOf({ waiting: true });
    page.become({});
    expect(await flow.updateAlone()).toBe('going');
    page.takeOver('new');
    expect([page.activated, page.reloads]).toEqual([1, 1]);
  });

  it.each(['uploading', 'othersUpload'] as const)('waits while %s', async (what) => {
    const { page, flow } = pageOf({ waiting: true });
    page.become({});
    page[what] = true;
    expect(await flow.updateAlone()).toBe('uploading');
    expect(page.activated).toBe(0);
    page[what] = false;
    expect(await flow.updateAlone()).toBe('going');
  });

  it('does not update while somebody looks at another tab', async () => {
    const { page, flow } = pageOf({ waiting: true });
    page.become({});
    page.othersAttended = true;
    expect(await flow.updateAlone()).toBe('nothing');
    expect(page.activated).toBe(0);
  });

  it('does not reload repeatedly for a build that does not come', async () => {
    const { page, flow } = pageOf(NO_WORKER);
    page.lastReload = 'new';
    flow.onServerBuild('new');
    await flow.updateAlone();
    expect([page.announced, page.reloads]).toEqual([[], 0]);
  });
});

describe('looking for a new version', () => {
  it('compares clocks, and returns whether the server was reached', async () => {
    const { page, flow } = pageOf();
    await flow.checkUnlessWithin(60_000);
    page.now = 59_999;
    await flow.checkUnlessWithin(60_000);
    expect(page.checks).toBe(1);
    page.now = 60_000;
    await flow.checkUnlessWithin(60_000);
    expect(page.checks).toBe(2);
    expect(await flow.check()).toBe('same');
    page.reached = false;
    expect(await flow.check()).toBe('unreachable');
  });
});

describe('being behind', () => {
  it('is behind a build that could not be taken, until it is ready', () => {
    const { page, flow } = pageOf({ inControl: true, kept: true });
    expect(flow.isBehind()).toBe(false);
    flow.onServerBuild('new');
    expect(flow.isBehind()).toBe(true);
    page.become({ failed: true });
    expect(flow.isBehind()).toBe(true);
    page.become({ failed: false, waiting: true });
    expect(flow.isBehind()).toBe(false);
  });
});

describe('what is new', () => {
  const release = (version: string): Release => ({ version, notes: [version] });

  it('lists the releases after this page’s own version', () => {
    const all = [release('3'), release('2'), release('1')];
    expect(releasesAfter(all, '1')).toEqual([release('3'), release('2')]);
    expect(releasesAfter(all, '3')).toEqual([]);
    expect(releasesAfter(all, '0')).toEqual(all);
  });
});
