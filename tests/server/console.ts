import WebSocket from 'ws';

/** A console at the other end of `/ws`: keeps what it hears and waits for more. */
export interface LiveConsole {
  readonly socket: WebSocket;
  readonly heard: Record<string, unknown>[];
  /** Resolves with the first message, heard already or not, that fits. */
  hear(fits: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  /** Resolves with the code when the server has closed the socket. */
  readonly closed: Promise<number>;
}

/** Opens the live socket. Rejects with `HTTP <status>` when the server refuses it. */
export function openConsole(
  url: string,
  headers: Record<string, string> = {},
): Promise<LiveConsole> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers });
  const heard: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)));
    for (const look of [...waiting]) look();
  });

  function hear(fits: (message: Record<string, unknown>) => boolean) {
    return new Promise<Record<string, unknown>>((resolve) => {
      const look = () => {
        const found = heard.find(fits);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  }

  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, heard, hear, closed }));
    socket.on('unexpected-response', (request, response) => {
      request.destroy();
      reject(new Error(`HTTP ${response.statusCode}`));
    });
    socket.on('error', reject);
  });
}
