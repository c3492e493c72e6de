import { DUTY_CHANNEL } from '../../../contract/channels.ts';
import type { Channel } from '../../../contract/shapes/alert.ts';

/** @returns its name, and of push how many devices it reaches now, and of whom */
export function channelText(channels: readonly Channel[], id: string): string {
  const unknown = id === DUTY_CHANNEL ? 'Who is on duty (no rota)' : id;
  const { name = unknown, devices, target } = channels.find((one) => one.id === id) ?? {};
  if (devices === undefined) return name;
  if (id !== DUTY_CHANNEL) return `${name} (${devicesText(devices)})`;
  return devices === 0
    ? `${name} (nobody can be reached)`
    : `${name} (${target}, ${devicesText(devices)})`;
}

export const devicesText = (devices: number) =>
  `${devices.toLocaleString()} ${devices === 1 ? 'device' : 'devices'}`;
