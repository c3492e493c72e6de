import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { mount } from '../../../tests/ui/mount.tsx';
import { useUserActivity } from './use-unattended.ts';

function Probe() {
  const { isPresent, isActive } = useUserActivity();
  return <p>{isActive ? 'bar' : isPresent ? 'cursor' : 'still'}</p>;
}

function setUp() {
  vi.useFakeTimers();
  const { box } = mount(<Probe />);
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  return {
    shown: () => box.querySelector('p')?.textContent,
    sign: (type: string) => act(() => document.dispatchEvent(new Event(type))),
    wait: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
    end() {
      globalThis.IS_REACT_ACT_ENVIRONMENT = false;
      vi.useRealTimers();
    },
  };
}

test('a moving pointer shows the cursor for three seconds; a tap or a key shows the controls for ten', () => {
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
