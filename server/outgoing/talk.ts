import type { Socket } from 'node:net';
import { overdueError, type Waiting } from './connect.ts';
import { TransportError, toTransportError } from './no-answer.ts';

interface Talk {
  readonly send?: Buffer | undefined;
  /** Without it nothing is waited for. */
  readonly expect?: Buffer | undefined;
}

const ANSWER_MAX_BYTES = 16 * 1024;

/**
 * Says something by an open connection, which is closed then, and reads until the answer has what is expected.
 *
 * @returns what came until then, until the other side closed, or until the deadline
 * @throws TransportError when nothing came, or too much
 */
export function talk(
  socket: Socket,
  { send, expect }: Talk,
  { signal, timing }: Waiting,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0);
    function settle(work: () => void): void {
      signal.removeEventListener('abort', onAbort);
      timing.stop();
      socket.destroy();
      work();
    }
    const done = () => settle(() => resolve(answer));
    const fail = (error: unknown) => settle(() => reject(toTransportError(error)));
    const over = (error: unknown) => (answer.length > 0 ? done() : fail(error));
    const onAbort = () => over(overdueError(signal, timing));
    if (!send && !expect) return done();
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort);
    timing.enter('firstByte');
    socket.on('error', over);
    socket.on('close', () => over(new TransportError('broken-off')));
    socket.on('data', (part) => {
      if (answer.length === 0) timing.enter('end');
      answer = Buffer.concat([answer, part]);
      if (expect && answer.includes(expect)) done();
      else if (answer.length > ANSWER_MAX_BYTES) fail(new TransportError('too-large'));
    });
    if (send) socket.write(send, () => expect || done());
  });
}
