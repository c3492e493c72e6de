import { CONNECTIONS, LONG_TEXT } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import type { StorySet } from '../../../tests/ui/story.ts';
import { EndpointAuditCard, MeshHealthCard, ThreeFactors } from './heartbeat-page.tsx';

const HEALTH = {
  ok: true,
  platform: 'Sample',
  uptime: 93_784,
  heartbeat_interval_sec: 30,
  compliance: ['Known peers only', 'Checked content'],
};
const audit = (count: number) => ({
  domain: 'sample.mesh.example',
  endpoints: Array.from({ length: count }, (_, index) => ({
    path: `/api/endpoint/${index}`,
    method: 'GET',
    guarded: index % 2 === 0,
  })),
});

const health = (data: typeof HEALTH, stand?: Stand) => (
  <Seeded entries={[...known('meshHealth', data, stand), ...known('connections', CONNECTIONS)]}>
    <MeshHealthCard />
  </Seeded>
);
const auditCard = (count: number, stand?: Stand) => (
  <Seeded entries={known('endpointAudit', audit(count), stand)}>
    <EndpointAuditCard />
  </Seeded>
);

export const stories: StorySet = {
  title: 'Heartbeat',
  alone: true,
  stories: {
    'mesh health': () => health(HEALTH),
    'mesh health, ill': () => health({ ...HEALTH, ok: false, compliance: [LONG_TEXT] }),
    'mesh health, loading': () => health(HEALTH, 'loading'),
    'mesh health, stale': () => health(HEALTH, 'stale'),
    'mesh health, failing': () => health(HEALTH, 'failing'),
    'mesh health, never read': () => health(HEALTH, 'failed'),
    'endpoint audit': () => auditCard(3),
    'endpoint audit, empty': () => auditCard(0),
    'endpoint audit, loading': () => auditCard(0, 'loading'),
    'endpoint audit, failing': () => auditCard(2, 'failing'),
    'endpoint audit, never read': () => auditCard(0, 'failed'),
    'endpoint audit, long': () => auditCard(60),
    'three factors': () => <ThreeFactors />,
  },
};
