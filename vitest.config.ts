import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chromiumLaunch } from './scripts/chromium.mjs';
import { usedIcons } from './tests/browser/used-icons.ts';
import { memoryDir } from './tests/server/memory-dir.ts';

/** A failure's message, which is all that the closing list of `npm test` has, names values of this length. */
const chaiConfig = { truncateThreshold: 2_000 };

// Where databases for tests are made (tests/server/postgres-server.ts). Servers under test must not take it for their own.
process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL ?? '';
delete process.env.DATABASE_URL;

/**
 * A check that fails is made once more where nobody can look at it, and is named in the closing list as RETRIED: on a machine of
 * two cores that does other work a browser may lose a frame, and a process be ended a moment later than meant.
 */
const RETRIES = process.env.CI ? 1 : 0;

/** What only PostgreSQL has: several instances, and a connection that can be lost. */
const POSTGRES_ONLY = [
  'server/database/postgres/**',
  'server/leader/**',
  'tests/server/instances/**',
  'tests/cluster/**',
];

/**
 * What runs on PostgreSQL as well as on SQLite: at least one test of each statement, and whatever depends on transactions at the
 * same moment. The rest of the server's tests (HTTP, TLS, files, zip files, keys, what peers say) has no database or asks it for
 * nothing that these do not, and would cost minutes more.
 */
const ON_BOTH = [
  'server/{accounts,activity,alerts,archive,audit,certificates,database,hosts,incidents,limits,maintenance,platforms,push,secrets,status-page}/*.test.ts',
  'server/accounts/{factors,openid,sessions}/*.test.ts',
  'server/bundles/deploy/deploys.test.ts',
  'server/bundles/{lifetime,space-history}.test.ts',
  'server/mesh/{log,peers,proof}/*.test.ts',
  'server/platforms/kinds/report/runs.test.ts',
  'server/mesh/calls.test.ts',
];
const SQLITE_ONLY = [
  // Decided before a call has any statement.
  'server/accounts/{auth,login-limits,matrix}.test.ts',
  // The checks, the write-ahead log and the lock of the database's file; a database that is away by a double.
  'server/database/{sqlite,database-away}.test.ts',
  // Starts again from a copy of the file, as a killed process leaves it.
  'server/alerts/alert-restart.test.ts',
  // Thousands of steps, each with the statements that the tests beside them have too.
  'server/alerts/alert-property.test.ts',
  'server/incidents/incident-rounds.test.ts',
  'server/platforms/platform-property.test.ts',
  'server/mesh/peers/{hanging,history-exact,retention,rollups}.test.ts',
  // Rules of calls and of the mesh, whose statements the tests beside them have too.
  'server/accounts/factors/{enrolment,passkeys,passwords,second-step-limits}.test.ts',
  'server/accounts/openid/oidc-flow.test.ts',
  'server/accounts/{live-visibility,registration,token-requests,tokens}.test.ts',
  'server/archive/s3.test.ts',
  'server/incidents/drills.test.ts',
  'server/limits/backoff.test.ts',
  'server/mesh/peers/{lifetime,probe-rounds,sync}.test.ts',
  'server/push/failure-alerts.test.ts',
];

/**
 * Files that take long for their size, by which vitest orders what it does not know yet: last, one would run alone. `upgrade` builds
 * what `update-interrupted` would else wait for.
 */
const LONG =
  /cluster\/failover|leader\/instances|walks\/(?:upgrade|release-upgrade|worker-life|tab-order)|e2e\/screens|simulation\/simulation|gallery\/gallery/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * The suites: `node` (pure code, and the server on SQLite), `postgres` (the server on PostgreSQL, and several instances),
 * `browser` (components), `e2e` (the whole product), `walks` (long ways through several of it), `browsers` (its main journeys in Firefox and WebKit), `budgets` (bytes that pages load), `fresh-clone` (what is committed,
 * started by a stranger).
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'node',
          retry: RETRIES,
          environment: 'node',
          chaiConfig,
          // Most files wait for a moment somewhere; two at a time keep two cores busy.
          maxWorkers: 2,
          // A worker loads the server's modules once for all of its files: a file leaves globals and mocks as it found them.
          isolate: false,
          env: { TMPDIR: memoryDir() },
          globalSetup: ['tests/server/compile-thread.ts'],
          include: [
            'server/**/*.test.ts',
            'tests/{console,contract,device,domain,proofs,server,shared,simulation,structure,worker}/**/*.test.ts',
          ],
          exclude: POSTGRES_ONLY,
          // Ends what hangs: real password hashes and real processes, on a machine that may have other work.
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'postgres',
          retry: RETRIES,
          environment: 'node',
          chaiConfig,
          maxWorkers: 2,
          isolate: false,
          env: { TEST_ENGINE: 'postgres', TMPDIR: memoryDir() },
          globalSetup: ['tests/server/postgres-setup.ts', 'tests/server/compile-thread.ts'],
          include: [...POSTGRES_ONLY.map((files) => `${files}/*.test.ts`), ...ON_BOTH],
          exclude: SQLITE_ONLY,
          // A statement takes a way to another process and back.
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react(), usedIcons(resolve(import.meta.dirname, 'src'))],
        // Bundled before the first test: one that is met later reloads the page under a running test.
        optimizeDeps: {
          include: [
            'react',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            'react-dom',
            'react-dom/client',
            '@mantine/core',
            '@mantine/dropzone',
            '@mantine/form',
            '@mantine/hooks',
            '@mantine/notifications',
            '@mantine/spotlight',
            '@tabler/icons-react',
            '@tanstack/react-query',
            '@tanstack/react-router',
            '@tanstack/react-table',
            '@tanstack/react-virtual',
            'croner',
            'get-nonce',
            'axe-core',
            '@noble/hashes/sha2.js',
            '@noble/hashes/utils.js',
            'comlink',
            'tus-js-client',
            'uplot',
            '@simplewebauthn/browser',
            'uqr',
            'workbox-window',
            'idb-keyval',
            'papaparse',
            'yaml',
            'zod/mini',
          ],
        },
        test: {
          name: 'browser',
          retry: RETRIES,
          chaiConfig,
          // Two pages of one Chromium; by default it is one on two cores.
          maxWorkers: 2,
          // As in `e2e`: a slow machine takes its time, and what hangs has an end.
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          include: ['src/{ui,features}/**/*.test.tsx', 'tests/{browser,gallery}/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunch() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      ...['e2e', 'walks'].map((name) => ({
        test: {
          name,
          environment: 'node' as const,
          chaiConfig,
          include: [`tests/${name}/**/*.test.ts`],
          setupFiles: ['tests/e2e/leave-none.ts'],
          retry: RETRIES,
          // Ends what hangs; a slow machine takes twice as long for the longest.
          testTimeout: 480_000,
          hookTimeout: 120_000,
          // One file leaves half of two cores idle, two a third; a condition may then take longer to come true.
          maxWorkers: 3,
          // As in `node`, but each file gets our own modules anew: `leave-none.ts`.
          isolate: false,
          expect: { poll: { timeout: 60_000 } },
        },
      })),
      {
        test: {
          name: 'browsers',
          environment: 'node',
          chaiConfig,
          include: ['tests/browsers/**/*.test.ts'],
          setupFiles: ['tests/e2e/leave-none.ts'],
          retry: RETRIES,
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // One browser each.
          maxWorkers: 2,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'budgets',
          environment: 'node',
          chaiConfig,
          include: ['tests/budgets/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'fresh-clone',
          environment: 'node',
          chaiConfig,
          include: ['tests/fresh-clone/**/*.test.ts'],
          // Taking thousands of files away again takes a slow disk a while too.
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
