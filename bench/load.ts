import { connect, type Socket } from 'node:net';

/** Sockets that ask at once; each asks again as soon as it is answered. */
const SOCKETS = 24;

const HEADERS_END = Buffer.from('\r\n\r\n');

/**
 * Asks the same question over and over. Bare sockets and as little parsing as will do, so that what is
 * measured is the server.
 *
 * @returns answers a second
 * @throws on any answer that is not 200
 */
export async function askRepeatedly(
  url: string,
  headers: Readonly<Record<string, string>>,
  forMs: number,
): Promise<number> {
  const { hostname, port, pathname, host } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const question = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`;
  const until = performance.now() + forMs;
  const began = performance.now();
  const counts = await Promise.all(
    Array.from({ length: SOCKETS }, () => askOnOneSocket(hostname, Number(port), question, until)),
  );
  const answers = counts.reduce((total, count) => total + count, 0);
  return answers / ((performance.now() - began) / 1000);
}

function askOnOneSocket(host: string, port: number, question: string, until: number) {
  return new Promise<number>((resolve, reject) => {
    const socket = connect(port, host);
    let answers = 0;
    const ask = () => socket.write(question);
    socket.once('connect', ask);
    socket.once('error', reject);
    onEachAnswer(socket, (answer) => {
      if (answer.toString('latin1', 9, 12) !== '200') {
        socket.destroy(new Error(answer.toString('latin1', 0, 200)));
        return;
      }
      answers += 1;
      if (performance.now() < until) {
        ask();
        return;
      }
      socket.destroy();
      resolve(answers);
    });
  });
}

function onEachAnswer(socket: Socket, heard: (answer: Buffer) => void): void {
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    const length = lengthOfAnswer(received);
    if (length === undefined || received.length < length) return;
    const answer = received.subarray(0, length);
    received = received.subarray(length);
    heard(answer);
  });
}

/** @returns bytes of headers and body; undefined while the headers are not complete */
function lengthOfAnswer(received: Buffer): number | undefined {
  const end = received.indexOf(HEADERS_END);
  if (end < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1];
  return end + HEADERS_END.length + Number(length);
}
