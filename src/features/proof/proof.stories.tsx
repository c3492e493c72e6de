import type { Connection } from '../../../contract/shapes/mesh.ts';
import type { ProofRow } from '../../../contract/shapes/proof.ts';
import { CONNECTIONS, LONG_WORD, NOW } from '../../../tests/ui/samples.ts';
import { known, Seeded, type Stand } from '../../../tests/ui/seed.tsx';
import { nothing, type StorySet } from '../../../tests/ui/story.ts';
import { ProofForm } from './proof-form.tsx';
import { ProofHealthCard } from './proof-health-card.tsx';
import { ProofStatusCard } from './proof-status-card.tsx';
import { RecentProofs } from './recent-proofs-card.tsx';

const HEALTH = {
  ok: true,
  service: 'route66-proof',
  challenges_active: 2,
  well_known_dir: `/srv/${LONG_WORD}`,
  timestamp: NOW / 1000,
};
const STATUS = {
  verified: false,
  callback_ok: true,
  file_ok: false,
  peer: 'forge.mesh.example',
  deadline: NOW / 1000 + 40,
  time_remaining: 40,
};

function proofs(count: number): ProofRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    peer: CONNECTIONS[index % CONNECTIONS.length]?.domain ?? LONG_WORD,
    startedAt: NOW - index * 60_000,
    deadline: NOW + 60_000 - index * 60_000,
    endedAt: index === 0 ? null : NOW - index * 50_000,
    verified: index % 2 === 1,
    server_ok: true,
    callback_ok: index % 2 === 1,
    file_ok: index % 2 === 1,
  }));
}

const CHALLENGE = 'Qm9yZGVycyBhcmUgZm9yIG1hcHM';

const form = (connections: readonly Connection[]) => (
  <Seeded entries={known('connections', connections)}>
    <ProofForm onStarted={nothing} />
  </Seeded>
);
const health = (stand?: Stand) => (
  <Seeded entries={known('proofHealth', HEALTH, stand)}>
    <ProofHealthCard />
  </Seeded>
);
const status = (more: Partial<typeof STATUS> = {}, stand?: Stand) => (
  <Seeded
    entries={known('proofStatus', { ...STATUS, ...more }, stand, { challenge_id: CHALLENGE })}
  >
    <ProofStatusCard challengeId={CHALLENGE} />
  </Seeded>
);
const recent = (count: number, stand?: Stand) => (
  <Seeded entries={known('proofs', proofs(count), stand)}>
    <RecentProofs />
  </Seeded>
);

export const stories: StorySet = {
  title: 'Proof',
  alone: true,
  stories: {
    form: () => form(CONNECTIONS),
    'form, no platforms': () => form([]),
    health: () => health(),
    'health, loading': () => health('loading'),
    'health, failing': () => health('failing'),
    'health, failed': () => health('failed'),
    'status, under way': () => status(),
    'status, verified': () => status({ verified: true, file_ok: true }),
    'status, expired': () => status({ time_remaining: 0, callback_ok: false }),
    'status, loading': () => status({}, 'loading'),
    'status, failing': () => status({}, 'failing'),
    'status, never read': () => status({}, 'failed'),
    'status, long text': () => status({ peer: LONG_WORD }),
    'recent proofs': () => recent(4),
    'recent proofs, none': () => recent(0),
    'recent proofs, loading': () => recent(0, 'loading'),
    'recent proofs, stale': () => recent(2, 'stale'),
    'recent proofs, failing': () => recent(2, 'failing'),
    'recent proofs, never read': () => recent(0, 'failed'),
    'recent proofs, many': () => recent(50),
  },
};
