import { LONG_TEXT, NOW, READINGS } from '../../ui/testing/samples.ts';
import type { StorySet } from '../../ui/testing/story.ts';
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

const health = (known: typeof HEALTH | undefined, state: keyof typeof READINGS) => (
  <MeshHealthCard
    mesh={{ answering: 6, total: 7 }}
    health={{ ...READINGS[state], data: known }}
    now={NOW}
  />
);
const auditCard = (count: number | undefined, state: keyof typeof READINGS) => (
  <EndpointAuditCard
    audit={{ ...READINGS[state], data: count === undefined ? undefined : audit(count) }}
    now={NOW}
  />
);

export const stories: StorySet = {
  title: 'Heartbeat',
  stories: {
    'mesh health': () => health(HEALTH, 'fresh'),
    'mesh health, ill': () => health({ ...HEALTH, ok: false, compliance: [LONG_TEXT] }, 'fresh'),
    'mesh health, loading': () => health(undefined, 'loading'),
    'mesh health, stale': () => health(HEALTH, 'stale'),
    'mesh health, failing': () => health(HEALTH, 'failing'),
    'mesh health, never read': () => health(undefined, 'failed'),
    'endpoint audit': () => auditCard(3, 'fresh'),
    'endpoint audit, empty': () => auditCard(0, 'fresh'),
    'endpoint audit, loading': () => auditCard(undefined, 'loading'),
    'endpoint audit, failing': () => auditCard(2, 'failing'),
    'endpoint audit, never read': () => auditCard(undefined, 'failed'),
    'endpoint audit, long': () => auditCard(60, 'fresh'),
    'three factors': () => <ThreeFactors />,
  },
};
