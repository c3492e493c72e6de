import { createSocket } from 'node:dgram';

/** DNS (RFC 1035) on loopback that has one A record for every name, or none, and records of other types. */
export interface NameServer {
  /** Address and port. */
  readonly address: string;
  /** IPv4; null: there is no such record. */
  answer: string | null;
  /** The data of all records of a type, by its number. */
  readonly records: Map<number, readonly Buffer[]>;
  /** The names that were asked for. */
  readonly asked: string[];
  close(): void;
}

const HEADER_BYTES = 12;
const NAME_ERROR = 3;
const A = 1;

/** @param labels each after its length */
function nameIn(labels: Buffer): string {
  const names: string[] = [];
  for (let at = 0; at < labels.length; at += 1 + (labels[at] ?? 0))
    names.push(labels.toString('latin1', at + 1, at + 1 + (labels[at] ?? 0)));
  return names.join('.');
}

export async function startNameServer(answer: string): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, HEADER_BYTES) + 5;
    const type = query.readUInt16BE(end - 4);
    server.asked.push(nameIn(query.subarray(HEADER_BYTES, end - 5)));
    const own = server.answer === null ? [] : [Buffer.from(server.answer.split('.').map(Number))];
    const found = type === A ? own : (server.records.get(type) ?? []);
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(0x8180 | (found.length === 0 ? NAME_ERROR : 0), 2);
    header.writeUInt16BE(found.length, 6);
    header.writeUInt16BE(0, 10);
    const records = found.map((data) => {
      // Its name is that of the question: class IN, no time to live.
      const record = Buffer.from('c00c00000001000000000000', 'hex');
      record.writeUInt16BE(type, 2);
      record.writeUInt16BE(data.length, 10);
      return Buffer.concat([record, data]);
    });
    const question = query.subarray(HEADER_BYTES, end);
    socket.send(Buffer.concat([header, question, ...records]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    answer,
    records: new Map(),
    asked: [],
    close: () => void socket.close(),
  };
  return server;
}
