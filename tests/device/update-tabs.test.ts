import { beforeEach, describe, expect, it } from 'vitest';
import { createUpdateTabs, type UpdateChannel } from '../../src/device/updates/update-tabs.ts';

describe('the tabs of a device', () => {
  let channels: UpdateChannel[];
  beforeEach(() => {
    channels = [];
  });

  function tab(isUploading: boolean, later: (() => void)[]) {
    const own: UpdateChannel = {
      onmessage: null,
      postMessage(message) {
        for (const other of channels) {
          if (other !== own) other.onmessage?.({ data: message } as MessageEvent);
        }
      },
    };
    channels.push(own);
    const updated: string[] = [];
    const tabs = createUpdateTabs(own, {
      isUploading: () => isUploading,
      isAttended: () => false,
      onOtherUpdated: (build) => updated.push(build),
      after: (_ms, task) => later.push(task),
    });
    return { tabs, updated };
  }

  it('answer for their uploads, and silence counts as no', async () => {
    const later: (() => void)[] = [];
    const asking = tab(false, later);
    tab(true, later);
    expect(await asking.tabs.othersUpload()).toBe(true);
    const attended = asking.tabs.othersAttended();
    for (const run of later) run();
    expect(await attended).toBe(false);
  });

  it('notify each other which build they go over to', () => {
    const [one, other] = [tab(false, []), tab(false, [])];
    one.tabs.announceUpdate('new');
    expect([one.updated, other.updated]).toEqual([[], ['new']]);
  });
});
