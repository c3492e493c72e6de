import { Stack, Text } from '@mantine/core';
import type { Witnesses } from '../../../contract/shapes/witness.ts';
import { useServerNow } from '../../console/connection.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { hasWitnesses, statementsAbout, verdictMark } from '../../domain/witness-text.ts';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { StatementList } from '../../ui/statement-list.tsx';

/** What the nodes of the mesh say of a mesh node, this one first. */
export function SeenBy({ id }: { id: string }) {
  const read = useRead('witnesses');
  if (isMissing(read)) return null;
  return (
    <ReadPanel
      title="Seen by"
      read={read}
      failed="What the nodes say could not be read"
      room="6rem"
    >
      {(witnesses) =>
        hasWitnesses(witnesses) ? (
          <Statements id={id} witnesses={witnesses} />
        ) : (
          <Text size="sm" c="dimmed">
            Only this node has measured it.
          </Text>
        )
      }
    </ReadPanel>
  );
}

function Statements({ id, witnesses }: { id: string; witnesses: Witnesses }) {
  const now = useServerNow();
  const node = witnesses.nodes.find((one) => one.id === id);
  const said = statementsAbout(witnesses, id);
  const statements = witnesses.nodes.flatMap(({ id: from, name }) => {
    const statement = said.get(from);
    return statement ? [{ ...statement, name }] : [];
  });
  return (
    <Stack gap="sm">
      {node ? (
        <Text size="sm">
          <b>Verdict of the mesh: {verdictMark(node.verdict).word}.</b> {node.text}.
        </Text>
      ) : null}
      <StatementList statements={statements} now={now} />
    </Stack>
  );
}
