import WebSocket from 'ws';

/** A console at the other end of `/ws`: keeps the received messages and waits for more. */
export interface LiveConsole {
  readonly socket: WebSocket;
  readonly received: Record<string, unknown>[];
  /** Resolves with the first message, received already or not, that fits. */
  waitFor(fits: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  /** Resolves with the code when the server has closed the socket. */
  readonly closed: Promise<number>;
}

/** Opens the live socket. Rejects with `HTTP <status>` when the server refuses it. */
export function openConsole(
  url: string,
  headers: Record<string, string> = {},
): Promise<LiveConsole> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers });
  const received: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)));
    for (const check of [...waiting]) check();
  });

  function waitFor(fits: (message: Record<string, unknown>) => boolean) {
    return new Promise<Record<string, unknown>>((resolve) => {
      const check = () => {
        const found = received.find(fits);
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  }

  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, received, waitFor, closed }));
    socket.on('unexpected-response', (request, response) => {
      request.destroy();
      reject(new Error(`HTTP ${response.statusCode}`));
    });
    socket.on('error', reject);
  });
}
