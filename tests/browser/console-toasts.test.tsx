import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '../../src/link/query-client.ts';
import { useDeploy } from '../../src/routes/_console/-use-deploy.ts';
import { useProofStart } from '../../src/routes/_console/-use-proof-start.ts';
import { useSync } from '../../src/routes/_console/-use-sync.ts';
import { sayInvalidFile, sayNoFile, useUpload } from '../../src/routes/_console/-use-upload.ts';
import { usePing, useReconnect } from '../../src/routes/_console/-use-watchdog-commands.ts';
import { toasts } from '../../src/ui/toast/toasts.ts';
import type { UploadChoice } from '../../src/ui/upload-dialog/upload-dialog.tsx';

/** The toasts of the console's actions, to the letter of the specification's error catalogue. */

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

const send = vi.hoisted(() => vi.fn());
const outbox = vi.hoisted(() => {
  let items: readonly object[] = [];
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    keep: vi.fn(),
    mirror: { subscribe, entry: () => ({ data: items }) },
    hold(next: readonly object[]) {
      items = next;
      for (const listener of listeners) listener();
    },
  };
});
vi.mock('../../src/link/worker.ts', () => ({
  dataWorker: { send, keep: outbox.keep, mirror: outbox.mirror },
}));

/** The worker keeps what it is given, and the first try ends so. */
function endsAs(state: object): void {
  outbox.keep.mockImplementation(async () => {
    outbox.hold([{ id: 'one', state }]);
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
  toasts.dismiss();
});

/** Draws a component that does nothing but use the hook. @returns what the hook gave last */
function used<T>(useIt: () => T): { current: T } {
  const given: { current: T | undefined } = { current: undefined };
  function User() {
    given.current = useIt();
    return null;
  }
  const root = createRoot(document.createElement('div'));
  const client = createQueryClient();
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

const shown = () => {
  const { title, text, tone } = toasts.state().current ?? {};
  return { title, text, tone };
};

async function press(answer: object, action: () => unknown) {
  send.mockResolvedValue(answer);
  await act(async () => {
    await action();
    await vi.waitFor(() => expect(toasts.state().current).toBeDefined());
  });
  return shown();
}

describe('sync', () => {
  test('success', async () => {
    const hook = used(useSync);
    expect(await press(FINE, () => hook.current.sync())).toEqual({
      title: 'Mesh synchronization completed successfully',
      text: undefined,
      tone: 'good',
    });
    expect(send).toHaveBeenCalledWith('sync', {});
  });

  test('failure', async () => {
    const hook = used(useSync);
    expect(await press(REFUSED, () => hook.current.sync())).toEqual({
      title: 'Failed to synchronize mesh',
      text: undefined,
      tone: 'bad',
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
      text: 'ZIP bundle uploaded successfully',
      tone: 'good',
    });
    expect(outbox.keep).toHaveBeenCalledWith(CHOICE);
  });

  test('failure shows the catalogue toast and keeps the reason for the form', async () => {
    const tooLarge = { ...REFUSED, status: 413, text: '{"message":"Larger than 200 MB."}' };
    endsAs({ state: 'failed', failure: tooLarge });
    const hook = used(useUpload);
    expect(await press(FINE, () => hook.current.upload(CHOICE))).toEqual({
      title: 'Error',
      text: 'Failed to upload ZIP bundle',
      tone: 'bad',
    });
    expect(hook.current.problem).toBe('Larger than 200 MB.');
  });

  test('the form without a file, and with something else than a ZIP', () => {
    sayNoFile();
    expect(shown()).toEqual({
      title: 'No file selected',
      text: 'Please select a ZIP file to upload',
      tone: 'bad',
    });
    sayInvalidFile();
    expect(shown()).toEqual({
      title: 'Invalid file',
      text: 'Please select a ZIP file',
      tone: 'bad',
    });
  });
});

describe('proof', () => {
  const request = { peer: 'forge.mesh.example', deadlineSec: 60 };

  test('success shows the first eight characters, and exactly the named keys were sent', async () => {
    const onStarted = vi.fn();
    const hook = used(() => useProofStart(onStarted));
    const answer = { ok: true, data: { challenge_id: 'abcdefgh-1234' } };
    expect(await press(answer, () => hook.current.start(request))).toEqual({
      title: 'Proof Challenge Started',
      text: 'Challenge abcdefgh',
      tone: 'good',
    });
    expect(onStarted).toHaveBeenCalledWith('abcdefgh-1234');
    expect(send).toHaveBeenCalledWith('proofStart', {
      params: undefined,
      payload: {
        peer: 'forge.mesh.example',
        deadline_sec: 60,
        commander_origin: window.location.origin,
      },
    });
  });

  test('failure', async () => {
    const onStarted = vi.fn();
    const hook = used(() => useProofStart(onStarted));
    const { title, tone } = await press(REFUSED, () => hook.current.start(request));
    expect([title, tone]).toEqual(['Failed to start proof challenge', 'bad']);
    expect(onStarted).not.toHaveBeenCalled();
  });
});

describe('deploy', () => {
  test('a refusal is told in the words of the server', async () => {
    const hook = used(useDeploy);
    const answer = { ...REFUSED, status: 409, text: '{"message":"It is not validated."}' };
    expect(await press(answer, () => hook.current.deploy?.(BUNDLE))).toEqual({
      title: 'Failed to deploy bundle',
      text: 'It is not validated.',
      tone: 'bad',
    });
  });

  test('a server without the call is said to be one, and asked no more', async () => {
    const hook = used(useDeploy);
    const answer = { ...REFUSED, status: 404, text: 'Not Found' };
    const pressed = press(answer, () => {
      send.mockResolvedValueOnce(answer).mockResolvedValue({ ok: true, data: [BUNDLE] });
      hook.current.deploy?.(BUNDLE);
    });
    expect((await pressed).title).toBe('This server does not deploy bundles');
    expect(send.mock.calls).toEqual([['deploy', { params: { id: '7' } }], ['bundles']]);
    expect(hook.current.deploy).toBeUndefined();
  });
});
