import type { AuditRow } from '../../../contract/shapes/audit.ts';
import { AUDIT_ROWS, auditRows, LONG_AUDIT_ROW } from '../../ui/testing/audit-samples.ts';
import { NOW, READINGS } from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { type AuditSearch, filterOf } from './audit-search.ts';
import { AuditView, type AuditViewProps } from './audit-view.tsx';
import type { AuditRows } from './use-audit.ts';

const view = (
  rows: readonly AuditRow[],
  state: AuditRows['state'] = 'all',
  more: Partial<AuditViewProps> = {},
  search: AuditSearch = {},
) => (
  <AuditView
    search={search}
    onSearch={nothing}
    filter={filterOf(search, NOW)}
    audit={{
      rows,
      state,
      error: state === 'failed' ? new Error('The server cannot be reached.') : null,
      readOlder: nothing,
      retry: nothing,
    }}
    read={{ ...READINGS.fresh, data: rows }}
    days={365}
    onExport={async () => undefined}
    now={NOW}
    {...more}
  />
);

export const stories: StorySet = {
  title: 'Audit log',
  alone: true,
  stories: {
    'each kind of actor': () => view(AUDIT_ROWS, 'more'),
    empty: () => view([]),
    loading: () => view([], 'searching', { read: { ...READINGS.loading, data: undefined } }),
    'nothing matches': () => view([], 'all', {}, { q: 'no such text' }),
    'from and to': () => view(auditRows(3), 'all', {}, { time: 'custom', from: NOW }),
    'offline, with what this device knows': () =>
      view(AUDIT_ROWS, 'failed', { read: { ...READINGS.unknown, data: AUDIT_ROWS } }),
    'older ones cannot be read': () => view(AUDIT_ROWS, 'failed'),
    'could not refresh': () =>
      view(AUDIT_ROWS, 'failed', { read: { ...READINGS.failing, data: AUDIT_ROWS } }),
    'the server answers badly': () =>
      view([], 'failed', { read: { ...READINGS.failed, data: undefined }, days: undefined }),
    'long texts': () => view([LONG_AUDIT_ROW]),
    'many rows': () => view(auditRows(200), 'more'),
  },
};
