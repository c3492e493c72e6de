import { Text } from '@mantine/core';
import { useRead } from '../../client/reads.ts';
import { useReady } from '../../client/use-ready.ts';
import '../../ui/theme/late-styles.css';

const NOT_FOUND = 404;

/** Who did what, from where. */
export function AuditScreen() {
  const audit = useRead('audit');
  useReady(!audit.loading);
  if (audit.failure?.status === NOT_FOUND) return <Text>This server keeps no audit log.</Text>;
  return <Text>{audit.failure?.text}</Text>;
}
