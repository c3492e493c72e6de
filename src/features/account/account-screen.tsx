import { Text } from '@mantine/core';
import { useRead } from '../../client/reads.ts';
import { useReady } from '../../client/use-ready.ts';
import '../../ui/theme/late-styles.css';

const NOT_FOUND = 404;

/** The account of who is signed in. */
export function AccountScreen() {
  const account = useRead('account');
  useReady(!account.loading);
  if (account.failure?.status === NOT_FOUND)
    return <Text>This server has no page for accounts.</Text>;
  return <Text>{account.data?.username}</Text>;
}
