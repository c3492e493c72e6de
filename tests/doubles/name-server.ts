import { createSocket } from 'node:dgram';

/** DNS (RFC 1035) on loopback that has one A record for every name, or none. */
export interface NameServer {
  /** Address and port. */
  readonly address: string;
  /** IPv4; null: there is no such record. */
  answer: string | null;
  close(): void;
}

const HEADER_BYTES = 12;
const NAME_ERROR = 3;

export async function startNameServer(answer: string): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(0x8180 | (server.answer === null ? NAME_ERROR : 0), 2);
    header.writeUInt16BE(server.answer === null ? 0 : 1, 6);
    header.writeUInt16BE(0, 10);
    // Its name is that of the question: type A, class IN, no time to live.
    const record = Buffer.from('c00c00010001000000000004', 'hex');
    const parts =
      server.answer === null ? [] : [record, Buffer.from(server.answer.split('.').map(Number))];
    const end = query.indexOf(0, HEADER_BYTES) + 5;
    socket.send(
      Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...parts]),
      port,
      address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    answer,
    close: () => void socket.close(),
  };
  return server;
}
