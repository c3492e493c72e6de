import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Notice } from '../../src/console/notices.ts';
import { pageCache } from '../../src/console/page-cache.ts';
import { useSync } from '../../src/console/use-sync.ts';
import { usePing, useReconnect } from '../../src/console/use-watchdog-commands.ts';
import { notifyInvalidFile, notifyNoFile } from '../../src/features/bundles/chosen-file.ts';
import { useBundleDeletion, useDeploy } from '../../src/features/bundles/use-bundle-actions.ts';
import type { UploadChoice } from '../../src/features/bundles/use-upload.ts';
import { useUpload } from '../../src/features/bundles/use-upload.ts';
import { OUTBOX_KEY } from '../../src/shared/model.ts';
import { onNotice } from '../ui/notices.ts';

/** What the console's actions say when they end, to the letter of the specification's error catalogue. */

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

const send = vi.hoisted(() => vi.fn());
const enqueueUpload = vi.hoisted(() => vi.fn());
vi.mock('../../src/console/worker-client.ts', () => ({
  workerClient: { send, enqueueUpload, onPush: vi.fn() },
}));

/** The worker takes what it is given, and its first try ends in this state. */
function endsAs(state: object, inMemory = false): void {
  enqueueUpload.mockImplementation(async () => {
    const rest = { at: 1, seq: 0, failure: undefined, everyMs: null, isStreamed: false } as const;
    const delta = { kind: 'whole', data: [{ id: 'one', state, inMemory }] } as const;
    pageCache.apply({ number: 1, entries: [{ key: OUTBOX_KEY, from: 'server', delta, ...rest }] });
    return 'one';
  });
}

const FINE = { ok: true, data: {} };
const REFUSED = { ok: false, status: 500, text: '', why: 'refused' };
const BUNDLE = {
  id: 7,
  name: 'alpha.zip',
  size: 1,
  status: 'validated',
  targetPlatforms: null,
  createdAt: '2026-11-20T12:00:00Z',
};
const CHOICE: UploadChoice = {
  file: new File(['PK'], 'alpha.zip'),
  targetPlatforms: ['Forge'],
  priority: 'high',
};

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  send.mockReset();
  said = undefined;
});

/** Draws a component that does nothing but use the hook. @returns what the hook gave last */
function used<T>(useIt: () => T): { current: T } {
  const given: { current: T | undefined } = { current: undefined };
  function User() {
    given.current = useIt();
    return null;
  }
  const root = createRoot(document.createElement('div'));
  const client = new QueryClient();
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <User />
      </QueryClientProvider>,
    ),
  );
  onTestFinished(() => act(() => root.unmount()));
  if (given.current === undefined) throw new Error('the hook was not used');
  return given as { current: T };
}

let said: Notice | undefined;
onNotice((notice) => {
  said = notice;
});
const shown = () => {
  const { title, message, severity } = said ?? {};
  return { title, message, severity };
};

async function press(answer: object, action: () => unknown) {
  send.mockResolvedValue(answer);
  await act(async () => {
    await action();
    await vi.waitFor(() => expect(said).toBeDefined());
  });
  return shown();
}

describe('sync', () => {
  test('success', async () => {
    const hook = used(useSync);
    expect(await press(FINE, () => hook.current.sync())).toEqual({
      title: 'Mesh synchronization completed successfully',
      message: undefined,
      severity: 'success',
    });
    expect(send).toHaveBeenCalledWith('sync', {}, undefined);
  });

  test('failure', async () => {
    const hook = used(useSync);
    expect(await press(REFUSED, () => hook.current.sync())).toEqual({
      title: 'Failed to synchronize mesh',
      message: 'The server answered 500.',
      severity: 'error',
    });
  });
});

describe('ping', () => {
  test('success names the platform of the summary', async () => {
    const hook = used(() => usePing('Meridian'));
    const { title } = await press(FINE, () => hook.current.run());
    expect(title).toBe('Heartbeat ping sent to Meridian mesh');
  });

  test('failure', async () => {
    const hook = used(() => usePing('Meridian'));
    const { title } = await press(REFUSED, () => hook.current.run());
    expect(title).toBe('Failed to send heartbeat ping');
  });
});

describe('manual reconnect', () => {
  test('success', async () => {
    const hook = used(useReconnect);
    const { title } = await press(FINE, () => hook.current.run());
    expect(title).toBe('Manual reconnect initiated');
  });

  test('failure', async () => {
    const hook = used(useReconnect);
    const { title } = await press(REFUSED, () => hook.current.run());
    expect(title).toBe('Failed to initiate reconnect');
  });
});

describe('upload', () => {
  test('success', async () => {
    endsAs({ state: 'done' });
    const hook = used(useUpload);
    expect(await press(FINE, () => hook.current.upload(CHOICE))).toEqual({
      title: 'Success',
      message: 'ZIP bundle uploaded successfully',
      severity: 'success',
    });
    expect(enqueueUpload).toHaveBeenCalledWith(CHOICE);
  });

  test('failure shows the catalogue toast and keeps the reason for the form', async () => {
    const tooLarge = { ...REFUSED, status: 413, text: '{"message":"Larger than 200 MB."}' };
    endsAs({ state: 'failed', failure: tooLarge });
    const hook = used(useUpload);
    expect(await press(FINE, () => hook.current.upload(CHOICE))).toEqual({
      title: 'Error',
      message: 'Failed to upload ZIP bundle',
      severity: 'error',
    });
    expect(hook.current.problem).toBe('Larger than 200 MB.');
  });

  test.each([
    [false, 'info', 'Saved on this device. It uploads when the server is back.'],
    [true, 'warning', 'This device could not save the file: keep this page open until it is sent.'],
  ] as const)(
    'a file that waits for the server (in memory: %s) is no failure',
    async (inMemory, severity, message) => {
      const unreachable = { ok: false, status: 0, text: 'Failed to fetch', why: 'unreachable' };
      endsAs({ state: 'waiting', failure: unreachable, tries: 1 }, inMemory);
      const hook = used(useUpload);
      expect(await press(FINE, () => hook.current.upload(CHOICE))).toMatchObject({
        severity,
        message,
      });
      expect(hook.current.problem).toBeUndefined();
    },
  );

  test('the form without a file, and with something else than a ZIP', () => {
    notifyNoFile();
    expect(shown()).toEqual({
      title: 'No file selected',
      message: 'Please select a ZIP file to upload',
      severity: 'error',
    });
    notifyInvalidFile();
    expect(shown()).toEqual({
      title: 'Invalid file',
      message: 'Please select a ZIP file',
      severity: 'error',
    });
  });
});

describe('deploy', () => {
  test('shows the server’s message when a call is refused', async () => {
    const hook = used(useDeploy);
    const answer = { ...REFUSED, status: 409, text: '{"message":"It is not validated."}' };
    expect(await press(answer, () => hook.current.deploy?.([BUNDLE], ['Forge']))).toEqual({
      title: 'Failed to deploy bundle',
      message: 'It is not validated.',
      severity: 'error',
    });
  });

  test('of several bundles those that failed are counted, and the first one is named with its reason', async () => {
    const hook = used(useDeploy);
    const other = { ...BUNDLE, id: 8, name: 'beta.zip' };
    const refusal = { ...REFUSED, status: 409, text: '{"message":"It is not validated."}' };
    const pressed = press(refusal, () => {
      send.mockResolvedValueOnce(FINE);
      return hook.current.deploy?.([BUNDLE, other], ['Forge']);
    });
    expect(await pressed).toEqual({
      title: 'Failed to deploy 1 of 2 bundles',
      message: 'beta.zip: It is not validated.',
      severity: 'error',
    });
  });

  test('a server without the call is said to be one, and asked no more', async () => {
    const hook = used(useDeploy);
    const answer = { ...REFUSED, status: 404, text: 'Not Found' };
    const pressed = press(answer, () => {
      send.mockResolvedValueOnce(answer).mockResolvedValue({ ok: true, data: [BUNDLE] });
      hook.current.deploy?.([BUNDLE], ['Forge']);
    });
    expect((await pressed).title).toBe('This server does not deploy bundles');
    expect(send.mock.calls).toEqual([
      ['deploy', { params: { id: '7' }, payload: { platforms: ['Forge'] } }, undefined],
      ['bundles'],
    ]);
    expect(hook.current.deploy).toBeUndefined();
  });
});

describe('deletion', () => {
  test('success and failure', async () => {
    const hook = used(useBundleDeletion);
    expect(await press(FINE, () => hook.current.deleteBundles([BUNDLE]))).toEqual({
      title: 'Bundle deleted',
      message: 'alpha.zip',
      severity: 'success',
    });
    said = undefined;
    const refusal = { ...REFUSED, status: 404, text: '{"message":"There is no such bundle."}' };
    expect(await press(refusal, () => hook.current.deleteBundles([BUNDLE]))).toEqual({
      title: 'Failed to delete bundle',
      message: 'There is no such bundle.',
      severity: 'error',
    });
  });
});
