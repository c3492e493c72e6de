import type { OpenSocket } from './socket.ts';

/** What a browser calls a connection that ended without a word. */
const ABNORMAL = 1006;

/** The real socket. Where none may be opened at all, it is closed at once. */
export function webSocketAt(url: string): OpenSocket {
  return ({ opened, message, closed }) => {
    const socket = openOrNone(url);
    if (socket === undefined) {
      queueMicrotask(() => closed(ABNORMAL));
      return { close: () => undefined };
    }
    socket.onopen = opened;
    socket.onmessage = ({ data }) => message(data);
    socket.onclose = ({ code }) => closed(code);
    return { close: () => socket.close() };
  };
}

function openOrNone(url: string): WebSocket | undefined {
  try {
    return new WebSocket(url);
  } catch {
    // Refused by the page's own rules; the address is not at fault.
    return undefined;
  }
}
