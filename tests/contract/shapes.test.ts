import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { LoginPayloadSchema, RegistrationPayloadSchema } from '../../contract/sent/account.ts';
import { UploadFieldsSchema } from '../../contract/sent/bundle.ts';
import { QUERIES } from '../../contract/sent/queries.ts';
import { PAYLOADS } from '../../contract/sent.ts';
import { SessionSchema, SignInAnswerSchema } from '../../contract/shapes/account.ts';
import { ActivityListSchema } from '../../contract/shapes/activity.ts';
import { BundleListSchema, UploadAnswerSchema } from '../../contract/shapes/bundle.ts';
import {
  ConnectionListSchema,
  EndpointAuditSchema,
  MeshHealthSchema,
  SyncAnswerSchema,
} from '../../contract/shapes/mesh.ts';
import {
  ProofHealthSchema,
  ProofStartAnswerSchema,
  ProofStatusSchema,
} from '../../contract/shapes/proof.ts';
import { StatsSchema } from '../../contract/shapes/system.ts';
import { CommandAnswerSchema, WatchdogSummarySchema } from '../../contract/shapes/watchdog.ts';

const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

const activity = {
  id: 7,
  message: 'Archive does not answer',
  severity: 'error',
  createdAt: '2026-11-20T10:00:00.000Z',
};
const bundle = {
  id: 'b-1',
  name: 'features.zip',
  size: 1_234_567,
  status: 'validated',
  targetPlatforms: ['Forge', 'Harbor'],
  createdAt: '2026-11-20T10:00:00.000Z',
};
const stats = { meshConnections: 6, zipBundlesProcessed: 1, route66Handshakes: 12 };
const summary = {
  platform: 'Meridian',
  ts: '2026-11-20T10:00:00.000Z',
  forgeRun: 'https://forge.mesh.example',
  heartbeat: { enabled: true, lastError: null, lastSuccess: null, sentCount: 3, intervalSec: 30 },
  meshStats: stats,
  endpoints: ['GET /api/mesh/health'],
};
const connection = {
  id: 'forge',
  name: 'Forge',
  domain: 'forge.mesh.example',
  status: 'connected',
  latencyMs: 3.2,
  lastSeen: 1_795_000_000_000,
};
const status = {
  verified: false,
  callback_ok: true,
  file_ok: false,
  peer: 'forge.mesh.example',
  deadline: 1_795_000_060,
  time_remaining: 42,
};

/** What the specification names of each answer (section 3), and nothing else. */
const ANSWERS: readonly [string, z.ZodMiniType, object][] = [
  ['sign-in answer', SignInAnswerSchema, { user: { username: 'ada' } }],
  ['stats', StatsSchema, stats],
  ['watchdog summary', WatchdogSummarySchema, summary],
  [
    'mesh health',
    MeshHealthSchema,
    { ok: true, platform: 'Meridian', uptime: 7, heartbeat_interval_sec: 30, compliance: 'S11.1' },
  ],
  [
    'endpoint audit',
    EndpointAuditSchema,
    { domain: 'm.example', endpoints: [{ path: '/', method: 'GET' }] },
  ],
  [
    'proof health',
    ProofHealthSchema,
    { ok: true, service: 'proof', challenges_active: 0, well_known_dir: '/', timestamp: 1 },
  ],
  ['proof start answer', ProofStartAnswerSchema, { challenge_id: 'c' }],
  ['proof status', ProofStatusSchema, status],
];

describe('every answer of the specification', () => {
  test.each(ANSWERS)('%s is read with the named fields alone', (_, schema, answer) => {
    expect(accepts(schema, answer)).toBe(true);
  });

  test.each(ANSWERS)('%s keeps fields beyond the named ones', (_, schema, answer) => {
    const more = { ...answer, region: 'north', nested: { a: [1] } };
    expect(z.parse(schema, more)).toEqual(more);
  });

  test.each(ANSWERS.slice(1))(
    '%s is refused when a named field is missing',
    (_, schema, answer) => {
      const [first = ''] = Object.keys(answer);
      expect(accepts(schema, { ...answer, [first]: undefined })).toBe(false);
    },
  );

  test.each(ANSWERS)('%s is refused as text, number and list', (_, schema) => {
    expect([accepts(schema, '<html>'), accepts(schema, 3), accepts(schema, [])]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('tolerances', () => {
  test('an unknown severity is kept', () => {
    const rows = [{ ...activity, severity: 'celebration' }];
    expect(z.parse(ActivityListSchema, rows)).toEqual(rows);
  });

  test('an unknown bundle status is kept', () => {
    const rows = [{ ...bundle, status: 'quarantined' }];
    expect(z.parse(BundleListSchema, rows)).toEqual(rows);
  });

  test.each([['all'], [null], [{}], [7], [[1, 2]], [undefined]])(
    'targetPlatforms %o is no list of names and becomes null',
    (targetPlatforms) => {
      expect(z.parse(BundleListSchema, [{ ...bundle, targetPlatforms }])).toEqual([
        { ...bundle, targetPlatforms: null },
      ]);
    },
  );

  test('a bundle without targetPlatforms is listed', () => {
    const { targetPlatforms: _, ...rest } = bundle;
    expect(z.parse(BundleListSchema, [rest])).toEqual([{ ...rest, targetPlatforms: null }]);
  });

  test('ids may be text or numbers', () => {
    expect(accepts(BundleListSchema, [bundle, { ...bundle, id: 4 }])).toBe(true);
    expect(accepts(ActivityListSchema, [activity, { ...activity, id: 'a' }])).toBe(true);
  });

  test('a login answer may lack user, username and message', () => {
    expect(accepts(SignInAnswerSchema, {})).toBe(true);
    expect(accepts(SignInAnswerSchema, { user: {} })).toBe(true);
    expect(accepts(SignInAnswerSchema, { user: null })).toBe(true);
    expect(accepts(SignInAnswerSchema, { message: 'Welcome', user: { username: 'ada' } })).toBe(
      true,
    );
  });

  test('a watchdog summary of null is the empty state', () => {
    expect(z.parse(WatchdogSummarySchema, null)).toBeNull();
  });

  test.each([[''], [null], [undefined]])('a forge address of %o is not configured', (forgeRun) => {
    expect(accepts(WatchdogSummarySchema, { ...summary, forgeRun })).toBe(true);
  });

  test('compliance may be any value', () => {
    const health = { ok: true, platform: 'M', uptime: 1, heartbeat_interval_sec: 30 };
    for (const compliance of ['S11.1', ['a', 'b'], { level: 1 }, true]) {
      expect(z.parse(MeshHealthSchema, { ...health, compliance })).toEqual({
        ...health,
        compliance,
      });
    }
  });

  test('sync, ping, reconnect and upload may answer an empty object', () => {
    for (const schema of [SyncAnswerSchema, CommandAnswerSchema, UploadAnswerSchema]) {
      expect(accepts(schema, {})).toBe(true);
    }
  });

  test('a connection that never answered has neither latency nor time', () => {
    const silent = { ...connection, status: 'error', latencyMs: null, lastSeen: null };
    expect(z.parse(ConnectionListSchema, [silent])).toEqual([silent]);
  });

  test('one broken row breaks the list', () => {
    expect(accepts(ActivityListSchema, [activity, { ...activity, message: 5 }])).toBe(false);
  });
});

describe('what is sent is strict', () => {
  const registration = {
    username: 'ada',
    email: 'ada@mesh.example',
    password: 'correct horse',
    sovereignLevel: 'S11.1+Atom2',
  };

  test('an unknown field is refused', () => {
    expect(accepts(RegistrationPayloadSchema, registration)).toBe(true);
    expect(accepts(RegistrationPayloadSchema, { ...registration, role: 'admin' })).toBe(false);
    expect(accepts(LoginPayloadSchema, { username: 'a', password: 'b', id: 1 })).toBe(false);
  });

  test('a password is 8 to 256 characters of any kind and never cut', () => {
    const withPassword = (password: string) => ({ ...registration, password });
    expect(accepts(RegistrationPayloadSchema, withPassword('1234567'))).toBe(false);
    expect(accepts(RegistrationPayloadSchema, withPassword('x'.repeat(257)))).toBe(false);
    for (const password of ['12345678', ' päss wörd\u0000🔑 ', 'x'.repeat(256)]) {
      expect(z.parse(RegistrationPayloadSchema, withPassword(password)).password).toBe(password);
    }
  });

  test.each([
    ['username', '   '],
    ['username', 'x'.repeat(65)],
    ['email', 'nobody'],
    ['email', `${'x'.repeat(250)}@a.example`],
    ['sovereignLevel', 'S12'],
    ['sovereignLevel', ['S11.1']],
    ['password', 12345678],
  ])('a registration with %s %o is refused', (field, value) => {
    expect(accepts(RegistrationPayloadSchema, { ...registration, [field]: value })).toBe(false);
  });

  test('upload fields are a list of names and a known priority', () => {
    const fields = { targetPlatforms: ['Forge'], priority: 'high' };
    expect(accepts(UploadFieldsSchema, fields)).toBe(true);
    expect(accepts(UploadFieldsSchema, { ...fields, targetPlatforms: [] })).toBe(true);
    expect(accepts(UploadFieldsSchema, { ...fields, targetPlatforms: 'Forge' })).toBe(false);
    expect(accepts(UploadFieldsSchema, { ...fields, priority: 'urgent' })).toBe(false);
    expect(accepts(UploadFieldsSchema, { ...fields, more: 1 })).toBe(false);
  });

  test.each([
    [9, false],
    [10, true],
    [60, true],
    [300, true],
    [301, false],
    [30.5, false],
    ['60', false],
  ])('a proof deadline of %o seconds: %o', (deadline_sec, ok) => {
    const payload = { peer: 'forge', deadline_sec, commander_origin: 'https://m.example' };
    expect(accepts(PAYLOADS.proofStart, payload)).toBe(ok);
  });

  test('an activity query is parsed from text, within its limits', () => {
    expect(z.parse(QUERIES.activity, { before: '12', limit: '50' })).toEqual({
      before: 12,
      limit: 50,
    });
    for (const query of [{ limit: '0' }, { limit: '501' }, { before: '-1' }, { page: '2' }]) {
      expect(accepts(QUERIES.activity, query)).toBe(false);
    }
  });

  test('a session has its account and its expiry', () => {
    const user = { username: 'ada', email: 'a@b.example', sovereignLevel: 'S11.1' };
    expect(accepts(SessionSchema, { user, expiresAt: 1 })).toBe(true);
    expect(accepts(SessionSchema, { user })).toBe(false);
  });
});
