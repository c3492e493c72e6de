import { useEffect, useRef } from 'react';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import type { Windows } from '../../domain/open-incidents.ts';
import { judgePlatforms, type MeshVerdict } from '../../domain/verdict.ts';

const BEEPS = 2;
const BEEP_SEC = 0.18;
const PITCH_HZ = 740;

/**
 * Plays two short tones when a platform goes down, whatever others do meanwhile. A browser may keep a page silent until
 * somebody has tapped it; then there is no sound.
 *
 * @param isOn whether this wall has the sound switched on
 * @param incidents where somebody is on one, its platform makes no sound
 * @param windows the maintenance windows that are open now: what is planned makes none either
 */
export function useAlarmSound(
  isOn: boolean,
  verdict: MeshVerdict,
  connections: readonly Pick<Connection, 'id' | 'name' | 'status' | 'because'>[] = [],
  incidents: readonly Incident[] = [],
  windows: Windows = [],
): void {
  const taken = incidents
    .filter(({ endedAt, acknowledgement }) => endedAt === null && acknowledgement !== null)
    .map(({ platform }) => platform);
  const down =
    verdict.state === 'unknown'
      ? undefined
      : judgePlatforms(connections, incidents, windows)
          .filter(({ id, status }) => DOWN.includes(status) && !taken.includes(id))
          .map(({ id }) => id);
  const last = useRef<readonly string[]>(undefined);
  useEffect(() => {
    const before = last.current;
    if (down === undefined) return;
    last.current = down;
    if (isOn && before && down.some((id) => !before.includes(id))) playAlarm();
  });
}

const DOWN: readonly string[] = ['error', 'drill'];

/** Also proves at the tap that switches the sound on that it can be heard. */
export function playAlarm(): void {
  if (!('AudioContext' in globalThis)) return;
  const audio = new AudioContext();
  for (let beep = 0; beep < BEEPS; beep += 1) {
    const tone = audio.createOscillator();
    tone.frequency.value = PITCH_HZ;
    tone.connect(audio.destination);
    tone.start(audio.currentTime + beep * 2 * BEEP_SEC);
    tone.stop(audio.currentTime + (beep * 2 + 1) * BEEP_SEC);
    if (beep === BEEPS - 1) tone.onended = () => void audio.close();
  }
}
