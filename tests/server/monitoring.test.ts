import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { httpError } from '../../server/base/http-error.ts';
import type { Journal } from '../../server/database/journal.ts';
import { createMeters } from '../../server/metrics/meters.ts';
import { openConsole } from './console.ts';
import { ENGINE } from './engine.ts';
import { startServer, type TestServer } from './start-server.ts';
import { temporaryDir } from './temporary-dir.ts';

/** The dashboard and the alert rules of `docs/monitoring/` name what a running server exports. */

const FOLDER = resolve(import.meta.dirname, '../../docs/monitoring');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}
interface Dashboard {
  readonly uid: string;
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

const dashboard = JSON.parse(read('grafana-dashboard.json')) as Dashboard;
const rules = (
  parse(read('prometheus-rules.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const expressions = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...rules.map(({ expr }) => expr),
];
const namesIn = (text: string) => text.match(/\b(?:meridian|nodejs|process)_\w+/g) ?? [];
const named = new Set(expressions.flatMap(namesIn));

/** Only there where several instances share a database, and where bundles are on object storage. */
const ON_POSTGRES = /^meridian_(?:database_connections|journal_(?:others|lag|last_lag))/;
const ON_OBJECT_STORAGE = /^meridian_bundle_store_/;

/** Prometheus' own check, such as of the Debian package `prometheus`. */
const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0;
/** @returns what it says: of metrics only what is wrong with them */
const promtool = (args: readonly string[], input = '') =>
  execFileSync('promtool', args, { input, encoding: 'utf8', stdio: 'pipe' });

describe('a running server', () => {
  let server: TestServer;
  let text: string;
  beforeAll(async () => {
    server = await startServer({ env: { INSTANCE_NAME: 'meridian-a' } });
    const { cookie } = await server.signUp();
    await server.call('/api/auth/session', { cookie });
    text = await (await server.call('/metrics')).text();
  });
  afterAll(() => server.close());

  test('exports every metric that the dashboard and the rules name', () => {
    const exported = new Set([
      ...[...text.matchAll(/^(\w+)(?:\{| )/gm)].map(([, name]) => name),
      ...[...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name),
    ]);
    const expected = [...named].filter(
      (name) => !ON_OBJECT_STORAGE.test(name) && (ENGINE === 'postgres' || !ON_POSTGRES.test(name)),
    );
    expect(expected.length).toBeGreaterThan(25);
    // A histogram has buckets from its first value on.
    const isExported = (name: string) => exported.has(name.replace(/_bucket$/, ''));
    expect(expected.filter((name) => !isExported(name))).toEqual([]);
  });

  test('says what it is, that it leads, and how it stands with its database', () => {
    const lines = text.split('\n');
    const engine = `database="${ENGINE}"`;
    expect(text).toMatch(
      new RegExp(`^meridian_instance_info\\{instance_name="meridian-a",.*${engine},.*\\} 1$`, 'm'),
    );
    expect(lines).toContain('meridian_leader 1');
    expect(lines).toContain('meridian_leader_terms_total 1');
    expect(lines).toContain('meridian_database_reachable 1');
    expect(text).toMatch(/^meridian_journal_commit_seconds_count\{outcome="ok"\} [1-9]/m);
    expect(text).toMatch(/^meridian_journal_seq [1-9]/m);
    expect(text.includes('meridian_database_connections{state="waiting"} 0')).toBe(
      ENGINE === 'postgres',
    );
    for (const reason of ['configured', 'files', 'memory', 'event-loop', 'account'])
      expect(lines).toContain(`meridian_live_refused_total{reason="${reason}"} 0`);
  });

  test('begins at 0 with what it will count, so that rates see the first of each', () => {
    const lines = text.split('\n');
    expect(lines).toContain('meridian_mesh_calls_refused_total{reason="unknown-key"} 0');
    expect(text).toMatch(/^meridian_mesh_calls_taken_total\{platform="forge"\} \d+$/m);
    expect(lines).toContain('meridian_journal_commit_seconds_count{outcome="failed"} 0');
    expect(text).toMatch(/^meridian_platform_probe_seconds_count\{platform="signal",.*\} 0$/m);
  });

  test('counts in counters, and calls these and no others a total', () => {
    const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    expect(types.length).toBeGreaterThan(40);
    for (const [, name = '', type] of types)
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
  });

  test('says the same in the format of OpenMetrics to a scraper that asks for it', async () => {
    const asked = { accept: 'application/openmetrics-text; version=1.0.0, text/plain;q=0.5' };
    const answer = await server.call('/metrics', { headers: asked });
    expect(answer.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1/);
    const open = await answer.text();
    expect(open).toMatch(/^# TYPE meridian_live_messages counter$/m);
    expect(open).toMatch(/^meridian_live_messages_total \d+$/m);
    expect(open.endsWith('# EOF\n')).toBe(true);
    // Neither later scraper finds less, whatever it asks for.
    const names = (metrics: string) =>
      [...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    const again = await (await server.call('/metrics', { headers: asked })).text();
    expect(names(again)).toEqual(names(open));
    expect(names(await (await server.call('/metrics')).text())).toEqual(names(text));
  });

  test.skipIf(!HAS_PROMTOOL)(
    'promtool, where there is one, accepts metrics, rules and queries',
    async () => {
      expect(promtool(['check', 'metrics'], text)).toBe('');
      expect(promtool(['check', 'rules', join(FOLDER, 'prometheus-rules.yml')])).toContain(
        'SUCCESS',
      );
      const queries = dashboard.panels.flatMap(({ targets = [] }) => targets);
      const asRules = queries.map(({ expr }, number) => {
        const filled = expr.replaceAll('$__rate_interval', '5m');
        return `      - record: query_${number}\n        expr: ${JSON.stringify(filled)}\n`;
      });
      const file = join(await temporaryDir(), 'queries.yml');
      writeFileSync(file, `groups:\n  - name: dashboard\n    rules:\n${asRules.join('')}`);
      expect(promtool(['check', 'rules', file])).toContain(
        `SUCCESS: ${queries.length} rules found`,
      );
    },
  );

  test('every metric of ours is on the dashboard', () => {
    const own = [...text.matchAll(/^# TYPE (meridian_\w+) /gm)].map(([, name = '']) => name);
    expect(own.filter((name) => ![...named].some((one) => one.startsWith(name)))).toEqual([]);
  });
});

test('counts a refused socket under its reason', async () => {
  const server = await startServer({ alone: true, env: { LIVE_SOCKETS_MAX: '1' } });
  const { cookie } = await server.signUp();
  const { socket } = await openConsole(server.url, { cookie });
  await expect(openConsole(server.url, { cookie })).rejects.toThrow('HTTP 503');
  const lines = (await (await server.call('/metrics')).text()).split('\n');
  expect(lines).toContain('meridian_live_full{reason="configured"} 1');
  expect(lines).toContain('meridian_live_refused_total{reason="configured"} 1');
  socket.terminate();
  await server.close();
});

test('requests to object storage are measured by operation and outcome', async () => {
  const meters = createMeters({ hasObjectStorage: true });
  meters.observeStore('get', 40, true);
  meters.observeStore('put', 900, false);
  const text = await meters.registry.metrics();
  expect(text).toContain('meridian_bundle_store_seconds_count{operation="get",outcome="ok"} 1');
  expect(text).toContain('meridian_bundle_store_seconds_sum{operation="put",outcome="failed"} 0.9');
  const none = await createMeters({ hasObjectStorage: false }).registry.metrics();
  expect(none).not.toContain('meridian_bundle_store');
});

test('a commit that a rule refuses is not counted as failed', async () => {
  const meters = createMeters({ hasObjectStorage: false });
  const errors = [httpError(409, 'Not now.'), new Error('no such table')];
  const commit = () => Promise.reject(errors.shift());
  const journal = meters.measured({ commit } as unknown as Journal);
  for (const _ of [1, 2]) await expect(journal.commit(async () => 1)).rejects.toThrow();
  const text = await meters.registry.metrics();
  for (const outcome of ['refused', 'failed'])
    expect(text).toContain(`meridian_journal_commit_seconds_count{outcome="${outcome}"} 1`);
});

describe('the dashboard', () => {
  test('has panels that do not overlap, with ids of their own and at least one query each', () => {
    expect(dashboard).toMatchObject({ uid: 'meridian', schemaVersion: 39 });
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = new Set<string>();
    for (const { type, title, gridPos, targets = [] } of dashboard.panels) {
      expect([title, type === 'row' || targets.length > 0]).toEqual([title, true]);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect([title, cells.has(`${x} ${y}`)]).toEqual([title, false]);
          cells.add(`${x} ${y}`);
        }
    }
  });

  test('asks for its own job alone in every query', () => {
    const queries = dashboard.panels.flatMap(({ targets = [] }) => targets);
    const selectors = queries.flatMap(({ expr }) => expr.match(/\w+\{[^}]*\}/g) ?? []);
    expect(selectors.length).toBeGreaterThan(queries.length);
    expect(selectors.filter((one) => !one.includes('{job="$job"'))).toEqual([]);
  });

  test('uses only variables that it has', () => {
    const known = dashboard.templating.list.map(({ name }) => name);
    const used = new Set(JSON.stringify(dashboard.panels).match(/\$\{?[a-z]\w+/g) ?? []);
    for (const one of used) expect(known).toContain(one.replace(/^\$\{?/, ''));
  });
});

test('the rules have names of their own, a severity and a summary, and watch the job of the documentation', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  const [down] = rules.filter(({ alert }) => alert === 'MeridianPlatformDown');
  expect(down?.expr).toContain('acknowledged="false"');
  for (const { alert, expr, labels, annotations } of rules) {
    expect([alert, ['warning', 'critical'].includes(labels.severity)]).toEqual([alert, true]);
    expect(annotations.summary).toMatch(/\.$/);
    expect(expr).toContain('{job="meridian"');
  }
  const operations = readFileSync(resolve(FOLDER, '../operations/alerts.md'), 'utf8');
  expect(operations).toContain('job_name: meridian');
});
