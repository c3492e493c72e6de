import { expect } from 'vitest';
import { ActivityListSchema } from '../../../contract/shapes/activity.ts';
import {
  type Incident,
  type IncidentDetails,
  IncidentDetailsSchema,
  IncidentListSchema,
} from '../../../contract/shapes/incident.ts';
import { NotificationListSchema } from '../../../contract/shapes/notification.ts';
import type { Config } from '../../../server/config/config.ts';
import { storeRound } from '../rounds.ts';
import { startServer, type TestServer } from '../start-server.ts';
import { temporaryDir } from '../temporary-dir.ts';

const ROUND_MS = 10_000;

/** A server whose probes find what the test says, and what a console sees of its incidents. */
export interface IncidentRig {
  readonly server: TestServer;
  /** Of Ada. */
  readonly cookie: string;
  /** Epoch milliseconds. */
  now: number;
  restart(): Promise<void>;
  /** One round of probes, ten seconds after the last. @param statuses of Archive, or by name */
  round(statuses: string | Record<string, string>): Promise<void>;
  list(query?: string): Promise<Incident[]>;
  details(id: number): Promise<IncidentDetails>;
  eventsOf(id: number): Promise<string[]>;
  /** Titles and links of the notifications. */
  bell(): Promise<string[]>;
  activity(): Promise<string[]>;
  close(): Promise<void>;
}

/** @param configure gives the server platforms; without it there are none */
export async function openIncidentRig(
  configure = (config: Config): Config => config,
): Promise<IncidentRig> {
  const env = { DATA_DIR: await temporaryDir() };
  async function start(): Promise<TestServer> {
    const started = await startServer({ env, alone: true, now: () => rig.now, configure });
    await started.node.mesh.connections();
    return started;
  }
  async function read(path: string): Promise<unknown> {
    const answer = await server.call(path, { cookie });
    expect(answer.status).toBe(200);
    return answer.json();
  }

  const rig: IncidentRig = {
    now: 1_800_000_000_000,
    get server() {
      return server;
    },
    get cookie() {
      return cookie;
    },
    async restart() {
      await server.close();
      server = await start();
    },
    round(statuses) {
      rig.now += ROUND_MS;
      const found = typeof statuses === 'string' ? { Archive: statuses } : statuses;
      return storeRound(server, found, rig.now);
    },
    list: async (query = '') => IncidentListSchema.parse(await read(`/api/incidents${query}`)),
    details: async (id) => IncidentDetailsSchema.parse(await read(`/api/incidents/${id}`)),
    eventsOf: async (id) =>
      (await rig.details(id)).events.map(({ kind, text }) => `${kind}: ${text}`),
    bell: async () =>
      NotificationListSchema.parse(await read('/api/notifications')).map(
        ({ title, link }) => `${title} ${link}`,
      ),
    activity: async () =>
      ActivityListSchema.parse(await read('/api/activity/logs')).map(({ message }) => message),
    close: () => server.close(),
  };
  let server = await start();
  const { cookie } = await server.signUp('Ada');
  return rig;
}
