import { DUTY_CHANNEL } from '../../../contract/channels.ts';
import type { Channel } from '../../../contract/shapes/alert.ts';
import { TEMPLATES } from './channel-form.ts';

/** @returns its name, and of push how many devices it reaches now, and of whom */
export function channelText(channels: readonly Channel[], id: string): string {
  const channel = channels.find((one) => one.id === id);
  if (channel?.devices === undefined) return channelName(channels, id);
  if (id !== DUTY_CHANNEL) return `${channel.name} (${devicesText(channel.devices)})`;
  return channel.devices === 0
    ? `${channel.name} (nobody can be reached)`
    : `${channel.name} (${wayText(channel)})`;
}

/** @returns as rules name it */
export function channelName(channels: readonly Channel[], id: string): string {
  const unknown = id === DUTY_CHANNEL ? 'Who is on duty (no rota)' : id;
  return channels.find((one) => one.id === id)?.name ?? unknown;
}

const devicesText = (devices: number) =>
  `${devices.toLocaleString()} ${devices === 1 ? 'device' : 'devices'}`;

/** @returns what a channel is, and whom or where it reaches */
export function wayText({ id, kind, target, devices, template, hasSigningKey }: Channel): string {
  if (kind === 'email') return `E-mail · ${target}`;
  if (kind !== 'push') return `Webhook, ${templateText(template, hasSigningKey)} · ${target}`;
  if (devices === undefined) return target;
  if (devices === 0) return '';
  return id === DUTY_CHANNEL ? `${target}, ${devicesText(devices)}` : devicesText(devices);
}

function templateText(template = 'unknown', isSigned = false): string {
  if (template === 'json') return isSigned ? 'JSON, signed' : 'JSON, not signed';
  return Object.entries(TEMPLATES).find(([name]) => name === template)?.[1].label ?? template;
}

/** Why a way by push reaches nobody. */
export function nobodyText({ id, target }: Pick<Channel, 'id' | 'target'>): string {
  if (id !== DUTY_CHANNEL) return 'Nobody can be reached: no device is on';
  return target === '' ? 'There is no rota' : 'Nobody on the rota can be reached';
}
