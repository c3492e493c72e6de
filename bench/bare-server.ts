import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';

/** The least that Fastify can do: one route, one text. What the real server is held against. */
const [, , bodyFile = '', path = '/'] = process.argv;
const body = readFileSync(bodyFile, 'utf8');

const app = fastify();
app.get(path, (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(body);
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
