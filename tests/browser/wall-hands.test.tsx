import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { useHands } from '../../src/routes/-wall-hands.ts';
import { mount } from '../../src/ui/testing/mount.tsx';

function Probe() {
  const { here, busy } = useHands();
  return <p>{busy ? 'bar' : here ? 'cursor' : 'still'}</p>;
}

function setUp() {
  vi.useFakeTimers();
  const { box } = mount(<Probe />);
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  return {
    shown: () => box.textContent,
    sign: (type: string) => act(() => dispatchEvent(new Event(type))),
    wait: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
    end() {
      globalThis.IS_REACT_ACT_ENVIRONMENT = false;
      vi.useRealTimers();
    },
  };
}

test('a cursor that moves is shown for three seconds, a tap or a key brings the bar for ten', () => {
  const wall = setUp();
  expect(wall.shown()).toBe('still');
  wall.sign('pointermove');
  wall.wait(2999);
  expect(wall.shown()).toBe('cursor');
  wall.wait(1);
  expect(wall.shown()).toBe('still');
  for (const sign of ['pointerdown', 'keydown']) {
    wall.sign(sign);
    wall.wait(9000);
    wall.sign(sign);
    wall.wait(9999);
    expect(wall.shown()).toBe('bar');
    wall.wait(1);
    expect(wall.shown()).toBe('still');
  }
  wall.end();
});
