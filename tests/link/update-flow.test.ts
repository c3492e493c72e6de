import { describe, expect, it } from 'vitest';
import { type Release, releasesAfter } from '../../src/link/updates/release-notes.ts';
import type { ServiceWorkerFacts } from '../../src/link/updates/service-worker.ts';
import { createUpdateFlow } from '../../src/link/updates/update-flow.ts';

/** A page of build 'old' whose doors are in the test's hands. */
function pageOf(facts: Partial<ServiceWorkerFacts> = {}) {
  const listeners = new Set<() => void>();
  const page = {
    now: 0,
    facts: { ...RUNNING, ...facts },
    checks: 0,
    reached: true,
    served: 'old' as string | undefined,
    uploading: false,
    writing: false,
    othersUpload: false,
    othersAttended: false,
    lastReload: null as string | null,
    remembers: true,
    activated: 0,
    reloads: 0,
    told: [] as string[],
    become(next: Partial<ServiceWorkerFacts>) {
      page.facts = { ...page.facts, ...next };
      for (const listener of listeners) listener();
    },
    takeOver: (build: string) =>
      page.become({ build, waiting: false, takeovers: page.facts.takeovers + 1 }),
  };
  const flow = createUpdateFlow({
    ownBuild: 'old',
    worker: {
      register: async () => undefined,
      async check() {
        page.checks += 1;
        return page.reached;
      },
      activate: () => {
        page.activated += 1;
      },
      facts: () => page.facts,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    servedBuild: async () => page.served,
    now: () => page.now,
    isUploading: () => page.uploading,
    isWriting: () => page.writing,
    othersUpload: async () => page.othersUpload,
    othersAttended: async () => page.othersAttended,
    tellOthers: (build) => page.told.push(build),
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

const RUNNING: ServiceWorkerFacts = {
  supported: true,
  inControl: true,
  kept: true,
  build: 'old',
  takeovers: 0,
  installing: false,
  waiting: false,
  failed: false,
};
const NO_WORKER = { supported: false, inControl: false, build: undefined };

describe('a new version behind a service worker', () => {
  it('waits for text that is written after it was wanted, and held by an upload', async () => {
    const { page, flow } = pageOf({ waiting: true });
    page.become({});
    expect(await flow.updateNow()).toBe('going');
    page.uploading = true;
    page.takeOver('new');
    expect(flow.state()).toEqual({ state: 'held', why: 'uploading' });
    page.writing = true;
    page.uploading = false;
    flow.lookAgain();
    expect(flow.state()).toEqual({ state: 'held', why: 'writing' });
    expect(page.reloads).toBe(0);
  });

  it('is told of when it waits, and never taken by itself', () => {
    const { page, flow } = pageOf();
    page.become({ installing: true });
    expect(flow.state()).toEqual({ state: 'fetching' });
    page.become({ installing: false, waiting: true });
    expect(flow.state()).toEqual({ state: 'ready' });
    expect([page.activated, page.reloads]).toEqual([0, 0]);
  });

  it('is taken when somebody says so, with one reload', async () => {
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

  it('reloads a tab that others took along, and one with unsaved text when that is done', () => {
    const { page, flow } = pageOf();
    page.writing = true;
    page.takeOver('new');
    expect(flow.state()).toEqual({ state: 'held', why: 'writing' });
    expect(page.reloads).toBe(0);
    page.writing = false;
    flow.lookAgain();
    expect(page.reloads).toBe(1);
  });

  it('never reloads by itself twice for one build', () => {
    const { page, flow } = pageOf();
    page.lastReload = 'new';
    page.takeOver('new');
    expect(flow.state()).toEqual({ state: 'held', why: 'loop' });
    expect(page.reloads).toBe(0);
  });

  it('does not reload by itself where that cannot be remembered', () => {
    const { page, flow } = pageOf();
    page.remembers = false;
    page.takeOver('new');
    expect(flow.state()).toEqual({ state: 'held', why: 'loop' });
    expect(page.reloads).toBe(0);
  });

  it('does not reload when the first service worker takes this very build over', () => {
    const { page, flow } = pageOf({ inControl: false, build: undefined });
    page.become({ inControl: true, build: 'old', takeovers: 1 });
    expect([page.reloads, flow.state().state]).toEqual([0, 'none']);
  });

  it('catches up with a takeover that it has missed', () => {
    const { page } = pageOf({ build: undefined });
    page.become({ build: 'new' });
    expect(page.reloads).toBe(1);
  });

  it('says so when it cannot be kept on the device', () => {
    const { page, flow } = pageOf({ failed: true });
    flow.serverSaid('new');
    expect(flow.state()).toEqual({ state: 'failed' });
    expect(page.reloads).toBe(0);
  });

  it('is no news of a server whose files are those of this page', () => {
    const { flow } = pageOf();
    flow.serverSaid('new');
    expect(flow.state()).toEqual({ state: 'none' });
  });
});

describe('a new version without a service worker', () => {
  it('is a reload of every tab, when somebody says so', async () => {
    const { page, flow } = pageOf(NO_WORKER);
    flow.serverSaid('new');
    expect(flow.state()).toEqual({ state: 'ready' });
    expect(await flow.updateNow()).toBe('going');
    expect([page.told, page.reloads]).toEqual([['new'], 1]);
  });

  it('follows another tab', () => {
    const { page, flow } = pageOf(NO_WORKER);
    flow.otherTabWent('new');
    expect(page.reloads).toBe(1);
    flow.otherTabWent('old');
  });

  it('is asked for of the server itself', async () => {
    const { page, flow } = pageOf({ ...NO_WORKER, kept: false });
    page.reached = false;
    expect(await flow.check()).toBe('same');
    page.served = undefined;
    expect(await flow.check()).toBe('unreachable');
    page.served = 'new';
    expect([await flow.check(), flow.state().state]).toEqual(['another', 'ready']);
    expect(await flow.updateNow()).toBe('going');
    expect([page.told, page.checks]).toEqual([['new'], 0]);
  });
});

describe('a screen that nobody stands at', () => {
  it('goes over by itself', async () => {
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

  it('takes no tab along that somebody looks at', async () => {
    const { page, flow } = pageOf({ waiting: true });
    page.become({});
    page.othersAttended = true;
    expect(await flow.updateAlone()).toBe('nothing');
    expect(page.activated).toBe(0);
  });

  it('does not reload again and again for a build that does not come', async () => {
    const { page, flow } = pageOf(NO_WORKER);
    page.lastReload = 'new';
    flow.serverSaid('new');
    await flow.updateAlone();
    expect([page.told, page.reloads]).toEqual([[], 0]);
  });
});

describe('looking for a new version', () => {
  it('compares clocks, and says whether the server was reached', async () => {
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

describe('what is new', () => {
  const release = (version: string): Release => ({ version, notes: [version] });

  it('is what came after this page’s own version', () => {
    const all = [release('3'), release('2'), release('1')];
    expect(releasesAfter(all, '1')).toEqual([release('3'), release('2')]);
    expect(releasesAfter(all, '3')).toEqual([]);
    expect(releasesAfter(all, '0')).toEqual(all);
  });
});
