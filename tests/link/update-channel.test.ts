import { beforeEach, describe, expect, it } from 'vitest';
import { createUpdateChannel, type Wire } from '../../src/link/updates/update-channel.ts';

describe('the tabs of a device', () => {
  let wires: Wire[];
  beforeEach(() => {
    wires = [];
  });

  function tab(isUploading: boolean, later: (() => void)[]) {
    const wire: Wire = {
      onmessage: null,
      postMessage(message) {
        for (const other of wires) {
          if (other !== wire) other.onmessage?.({ data: message } as MessageEvent);
        }
      },
    };
    wires.push(wire);
    const went: string[] = [];
    const channel = createUpdateChannel(wire, {
      isUploading: () => isUploading,
      isAttended: () => false,
      otherWent: (build) => went.push(build),
      after: (_ms, run) => later.push(run),
    });
    return { channel, went };
  }

  it('answer for their uploads, and silence is no', async () => {
    const later: (() => void)[] = [];
    const asking = tab(false, later);
    tab(true, later);
    expect(await asking.channel.othersUpload()).toBe(true);
    const attended = asking.channel.othersAttended();
    for (const run of later) run();
    expect(await attended).toBe(false);
  });

  it('tell each other where they go', () => {
    const [one, other] = [tab(false, []), tab(false, [])];
    one.channel.tellOthers('new');
    expect([one.went, other.went]).toEqual([[], ['new']]);
  });
});
