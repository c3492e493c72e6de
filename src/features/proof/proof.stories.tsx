import type { ProofRow } from '../../../contract/shapes/proof.ts';
import { CONNECTIONS, LONG_WORD, NOW, READINGS } from '../../ui/testing/samples.ts';
import { nothing, type StorySet } from '../../ui/testing/story.ts';
import { ProofForm } from './proof-form.tsx';
import { ProofHealthCard } from './proof-health-card.tsx';
import { ProofStatusCard } from './proof-status-card.tsx';
import { RecentProofsCard } from './recent-proofs-card.tsx';

type State = keyof typeof READINGS;

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

const status = (more: Partial<typeof STATUS> | undefined, state: State) => (
  <ProofStatusCard
    challengeId="Qm9yZGVycyBhcmUgZm9yIG1hcHM"
    status={{ ...READINGS[state], data: more && { ...STATUS, ...more } }}
    now={NOW}
  />
);
const recent = (count: number | undefined, state: State) => (
  <RecentProofsCard
    proofs={{ ...READINGS[state], data: count === undefined ? undefined : proofs(count) }}
    now={NOW}
  />
);

export const stories: StorySet = {
  title: 'Proof',
  stories: {
    form: () => <ProofForm platforms={CONNECTIONS} pending={false} onStart={nothing} />,
    'form, pending': () => <ProofForm platforms={[]} pending={true} onStart={nothing} />,
    health: () => <ProofHealthCard health={{ ...READINGS.fresh, data: HEALTH }} now={NOW} />,
    'health, loading': () => (
      <ProofHealthCard health={{ ...READINGS.loading, data: undefined }} now={NOW} />
    ),
    'health, failing': () => (
      <ProofHealthCard health={{ ...READINGS.failing, data: HEALTH }} now={NOW} />
    ),
    'health, failed': () => (
      <ProofHealthCard health={{ ...READINGS.failed, data: undefined }} now={NOW} />
    ),
    'status, under way': () => status({}, 'fresh'),
    'status, verified': () => status({ verified: true, file_ok: true }, 'fresh'),
    'status, expired': () => status({ time_remaining: 0, callback_ok: false }, 'fresh'),
    'status, loading': () => status(undefined, 'loading'),
    'status, failing': () => status({}, 'failing'),
    'status, never read': () => status(undefined, 'failed'),
    'status, long text': () => status({ peer: LONG_WORD }, 'fresh'),
    'recent proofs': () => recent(4, 'fresh'),
    'recent proofs, none': () => recent(0, 'fresh'),
    'recent proofs, loading': () => recent(undefined, 'loading'),
    'recent proofs, stale': () => recent(2, 'stale'),
    'recent proofs, failing': () => recent(2, 'failing'),
    'recent proofs, never read': () => recent(undefined, 'failed'),
    'recent proofs, many': () => recent(50, 'fresh'),
  },
};
