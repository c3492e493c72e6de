import { mkdirSync, writeFileSync } from 'node:fs';
import {
  createTemplate,
  execute,
  NAME_PREFIX,
  SERVER_VARIABLE,
  TEMPLATE_VARIABLE,
} from './postgres.ts';
import { startPostgres } from './postgres-server.ts';

/** Of the vitest project `postgres`: one server for all of its files. @returns what ends it */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const before = await testDatabases(server.url);
  process.env[SERVER_VARIABLE] = server.url;
  process.env[TEMPLATE_VARIABLE] = await createTemplate(server.url);
  mkdirSync('artefacts/tests', { recursive: true });
  // `npm test` prints it.
  writeFileSync('artefacts/tests/postgres-version.txt', server.label);
  return async () => {
    for (const name of await testDatabases(server.url))
      if (!before.includes(name))
        await execute(server.url, `drop database if exists ${name} with (force)`);
    await server.stop();
  };
}

async function testDatabases(url: string): Promise<string[]> {
  const rows = await execute<{ datname: string }>(
    url,
    `select datname from pg_database where datname like '${NAME_PREFIX}%'`,
  );
  return rows.map(({ datname }) => datname);
}
