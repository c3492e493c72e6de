import { beforeEach, expect, test, vi } from 'vitest';
import type { Incident } from '../../../contract/shapes/incident.ts';
import { DRILL, INCIDENT, TAKEN } from '../../../tests/ui/incident-samples.ts';
import { mount } from '../../../tests/ui/mount.tsx';
import type { Windows } from '../../domain/open-incidents.ts';
import { meshVerdict } from '../../domain/verdict.ts';
import type { Age } from '../../shared/model.ts';
import { useAlarmSound } from './use-alarm-sound.ts';

/** How often the alarm was played. */
let alarms: number;

beforeEach(() => {
  alarms = 0;
  class SilentAudio {
    readonly currentTime = 0;
    constructor() {
      alarms += 1;
    }
    createOscillator() {
      return { frequency: {}, connect: vi.fn(), start: vi.fn(), stop: vi.fn() };
    }
  }
  vi.stubGlobal('AudioContext', SilentAudio);
  return () => vi.unstubAllGlobals();
});

interface MeshProps {
  /** Ids of the platforms that do not answer. */
  down?: readonly string[];
  incidents?: readonly Incident[];
  windows?: Windows;
  isOn?: boolean;
  age?: Age;
}

function Mesh({ down = [], incidents = [], windows, isOn = true, age = 'fresh' }: MeshProps) {
  const platforms = ['archive', 'forge', 'ledger'].map((id) => ({
    id,
    name: id,
    status: down.includes(id) ? 'error' : 'connected',
  }));
  const verdict = meshVerdict(platforms, age, incidents, windows);
  useAlarmSound(isOn, verdict, platforms, incidents, windows);
  return null;
}

const ACKNOWLEDGED = { ...INCIDENT, acknowledgement: TAKEN.acknowledgement };

test('sounds when a platform goes down, also in a drill, and not where it is switched off', () => {
  const { draw } = mount(<Mesh />);
  draw(<Mesh down={['archive']} incidents={[INCIDENT]} />);
  expect(alarms).toBe(1);
  draw(<Mesh down={['archive']} incidents={[INCIDENT, DRILL]} />);
  expect(alarms).toBe(2);
  draw(<Mesh isOn={false} />);
  draw(<Mesh isOn={false} down={['archive']} incidents={[INCIDENT]} />);
  expect(alarms).toBe(2);
});

test('sounds when one platform goes down while another comes back', () => {
  const { draw } = mount(<Mesh down={['archive']} />);
  draw(<Mesh down={['forge']} />);
  expect(alarms).toBe(1);
});

test('sounds when another platform than before is down after the connection was lost', () => {
  const { draw } = mount(<Mesh down={['archive']} />);
  draw(<Mesh age="unknown" />);
  draw(<Mesh down={['archive']} />);
  expect(alarms).toBe(0);
  draw(<Mesh age="unknown" />);
  draw(<Mesh down={['forge']} />);
  expect(alarms).toBe(1);
});

test('is silent about what was down before the wall was opened', () => {
  mount(<Mesh down={['archive']} incidents={[INCIDENT]} />);
  expect(alarms).toBe(0);
});

test('is silent about a platform that somebody is on, and not about the next one', () => {
  const { draw } = mount(<Mesh />);
  draw(<Mesh down={['archive']} incidents={[ACKNOWLEDGED]} />);
  expect(alarms).toBe(0);
  draw(<Mesh down={['archive', 'forge']} incidents={[ACKNOWLEDGED]} />);
  expect(alarms).toBe(1);
});

test('an acknowledgement makes no sound, and a platform that comes back none either', () => {
  const { draw } = mount(<Mesh down={['archive', 'forge']} incidents={[INCIDENT]} />);
  draw(<Mesh down={['archive', 'forge']} incidents={[ACKNOWLEDGED]} />);
  draw(<Mesh down={['forge']} incidents={[{ ...ACKNOWLEDGED, endedAt: 1 }]} />);
  expect(alarms).toBe(0);
});

test('is silent about a platform in maintenance', () => {
  const { draw } = mount(<Mesh />);
  draw(<Mesh down={['archive']} incidents={[{ ...INCIDENT, planned: true }]} />);
  expect(alarms).toBe(0);
});

test('is silent in an open maintenance window that no incident names, and sounds when it ends too early', () => {
  const windows = [{ platforms: ['archive'], endsAt: 2 }];
  const { draw } = mount(<Mesh windows={windows} />);
  draw(<Mesh windows={windows} down={['archive']} />);
  draw(<Mesh windows={windows} down={['archive']} incidents={[INCIDENT]} />);
  expect(alarms).toBe(0);
  draw(<Mesh down={['archive']} incidents={[INCIDENT]} />);
  expect(alarms).toBe(1);
});
