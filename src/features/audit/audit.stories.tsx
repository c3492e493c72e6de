import type { AuditRow } from '../../../contract/shapes/audit.ts';
import type { AccessSettings } from '../../../contract/shapes/people.ts';
import { AUDIT_ROWS, auditRows, LONG_AUDIT_ROW } from '../../../tests/ui/audit-samples.ts';
import { NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { AuditScreen } from './audit-screen.tsx';
import type { AuditSearch } from './audit-search.ts';

export const SETTINGS: AccessSettings = {
  ...{ registration: 'invite', signUpRole: 'viewer', exposed: true, oidc: null },
  ...{ secondFactorFor: [], auditDays: 365 },
};

const screen = (rows: readonly AuditRow[], address: AuditSearch = {}, stand?: Stand) => (
  <Seeded entries={[...known('audit', rows, stand), ...known('accessSettings', SETTINGS)]}>
    <AuditScreen address={address} onSearch={nothing} />
  </Seeded>
);

export const stories: StorySet = {
  title: 'Audit log',
  alone: true,
  stories: {
    'each kind of actor': () => screen(AUDIT_ROWS),
    empty: () => screen([]),
    loading: () => screen([], {}, 'loading'),
    'nothing matches': () => screen(AUDIT_ROWS, { q: 'no such text' }),
    'from and to': () => screen(auditRows(3), { time: 'custom', from: NOW - 3_600_000_000 }),
    'offline, with what this device knows': () => screen(AUDIT_ROWS, {}, 'unknown'),
    'could not refresh': () => screen(AUDIT_ROWS, {}, 'failing'),
    'the server answers badly': () => screen([], {}, 'failed'),
    'a server without': () => screen([], {}, 'missing'),
    'long texts': () => screen([LONG_AUDIT_ROW]),
    'many rows': () => screen(auditRows(200)),
  },
};
