/** Where a platform is reached, whatever its kind: of what is sent of one. */
export interface Place {
  readonly kind?: string;
  readonly address?: string;
  readonly url?: string;
  readonly host?: string;
  readonly port?: number;
}

/** @returns where it is reached, in short, to tell platforms apart; empty: nowhere, or at no address */
export function reachedAt({ address, url = address, host = '', port }: Place): string {
  if (url !== undefined) return /^https?:\/\/([^?#]+)/i.exec(url)?.[1]?.replace(/\/$/, '') ?? '';
  if (port === undefined) return host;
  return `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
}
