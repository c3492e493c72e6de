import type { SecretBox } from '../../secrets/secret-box.ts';

/** What is never answered nor logged. */
export interface ChannelSecrets {
  /** Of an e-mail channel. */
  readonly password?: string | undefined;
  /** Of a webhook. */
  readonly url?: string | undefined;
  readonly signingKey?: string | undefined;
}

/** @param channel its id: the text opens for this channel alone */
export const sealSecrets = (box: SecretBox, channel: string, secrets: ChannelSecrets): string =>
  box.seal(channel, JSON.stringify(secrets));

/** @returns undefined if they cannot be read */
export function openSecrets(
  box: SecretBox,
  channel: string,
  sealed: string,
): ChannelSecrets | undefined {
  const text = box.open(channel, sealed);
  return text === undefined ? undefined : JSON.parse(text);
}
