import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AuditRow } from '../../../contract/shapes/audit.ts';
import { auditRows } from '../../../tests/ui/audit-samples.ts';
import { savedFiles } from '../../../tests/ui/files.ts';
import { mount } from '../../../tests/ui/mount.tsx';
import { NOW } from '../../../tests/ui/samples.ts';
import { workerClient } from '../../console/worker-client.ts';
import { filterOf, matchesAudit } from './audit-search.ts';
import { exportAudit, useAudit } from './use-audit.ts';

const ALL = filterOf({}, NOW);
let log: readonly AuditRow[] = [];
let isReachable = true;

beforeEach(() => {
  isReachable = true;
  // Answers as the server does.
  vi.spyOn(workerClient, 'send').mockImplementation(async (_, request) => {
    if (!isReachable) return { ok: false, status: 0, message: 'No connection' } as never;
    const { before, limit, ...filter } = (request?.query ?? {}) as never as typeof ALL & {
      before?: number;
      limit: number;
    };
    const found = log.filter((row) => matchesAudit(row, filter) && row.id < (before ?? 1e9));
    return { ok: true, status: 200, data: found.slice(0, limit) } as never;
  });
});
afterEach(() => void vi.restoreAllMocks());

function Probe({ newest }: { newest: readonly AuditRow[] }) {
  const { rows, state, readOlder, retry } = useAudit(newest, ALL);
  const isWhole = rows.every(({ id }, at) => id === (rows[0]?.id ?? 0) - at);
  return (
    <>
      <p role="status">
        {state}: {rows[0]?.id} to {rows.at(-1)?.id}, {isWhole ? 'whole' : 'with a hole'}
      </p>
      <button type="button" onClick={readOlder}>
        Older
      </button>
      <button type="button" onClick={retry}>
        Again
      </button>
    </>
  );
}

function InCache({ newest }: { newest: readonly AuditRow[] }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  );
  return (
    <QueryClientProvider client={client}>
      <Probe newest={newest} />
    </QueryClientProvider>
  );
}

const says = (text: string) => expect.element(page.getByRole('status')).toHaveTextContent(text);
const press = (name: string) => userEvent.click(page.getByRole('button', { name }));

test('the log is read page by page to its first row', async () => {
  log = auditRows(250);
  mount(<InCache newest={log.slice(0, 100)} />);
  await says('more: 250 to 151, whole');
  await press('Older');
  await says('more: 250 to 51, whole');
  await press('Older');
  await says('all: 250 to 1, whole');
});

test('after more rows than one answer has, the log is read anew, so that it has no hole', async () => {
  log = auditRows(250);
  const { draw } = mount(<InCache newest={log.slice(0, 100)} />);
  await says('more: 250 to 151, whole');
  log = auditRows(260);
  draw(<InCache newest={log.slice(0, 100)} />);
  await says('more: 260 to 151, whole');
  log = auditRows(600);
  draw(<InCache newest={log.slice(0, 100)} />);
  await says('more: 600 to 501, whole');
  await press('Older');
  await says('more: 600 to 401, whole');
});

test('without the server what is known stays, and it can be asked again', async () => {
  log = auditRows(150);
  isReachable = false;
  mount(<InCache newest={log.slice(0, 100)} />);
  await says('failed: 150 to 51, whole');
  isReachable = true;
  await press('Again');
  await says('more: 150 to 51, whole');
});

test('an export has every row that matches, and without the server what is known', async () => {
  log = auditRows(1200);
  const files = savedFiles();
  const known = log.slice(0, 7);
  const save = exportAudit(ALL, known, NOW)();
  await save({ format: 'csv', onProgress: vi.fn() });
  isReachable = false;
  await save({ format: 'csv', onProgress: vi.fn() });
  expect(files.map(({ rows }) => rows)).toEqual([log, known]);
});
