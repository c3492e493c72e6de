import { List, Text } from '@mantine/core';
import { useRead } from '../../client/reads.ts';
import { useReady } from '../../client/use-ready.ts';
import '../../ui/theme/late-styles.css';

const NOT_FOUND = 404;

/** Everybody who has an account. */
export function PeopleScreen() {
  const people = useRead('people');
  useReady(!people.loading);
  if (people.failure?.status === NOT_FOUND)
    return <Text>This server keeps no list of people.</Text>;
  return (
    <List>
      {people.data?.map(({ id, username, role }) => (
        <List.Item key={id}>
          {username} · {role}
        </List.Item>
      ))}
    </List>
  );
}
