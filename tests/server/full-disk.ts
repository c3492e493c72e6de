import { execute } from './postgres.ts';

/** Lets the database answer to every new row of a table as a server does that cannot extend a file. */
export async function fillDisk(url: string, table: string): Promise<void> {
  await execute(
    url,
    `create function full_disk() returns trigger language plpgsql
      as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
  );
  await execute(
    url,
    `create trigger full_disk before insert on ${table} execute function full_disk()`,
  );
}

export const freeDisk = (url: string, table: string) =>
  execute(url, `drop trigger full_disk on ${table}`);
