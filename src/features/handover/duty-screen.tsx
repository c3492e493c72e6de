import { Skeleton } from '@mantine/core';
import { isMissing, useRead } from '../../console/reads.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OnDuty } from './on-duty.tsx';
import '../../ui/theme/late-styles.css';

/** The rota alone: who is on duty, now and next. */
export function DutyScreen() {
  const rota = useRead('rota');
  if (rota.loading) return <Skeleton height="8rem" aria-busy />;
  return isMissing(rota) ? <EmptyState title="This server has no rota" /> : <OnDuty rota={rota} />;
}
