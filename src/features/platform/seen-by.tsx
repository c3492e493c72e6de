import { Stack, Text } from '@mantine/core';
import type { Witnesses } from '../../../contract/shapes/witness.ts';
import { useServerNow } from '../../console/connection.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { hasWitnesses, judgedIn, statementsAbout, verdictMark } from '../../domain/witness-text.ts';
import { ReadPanel } from '../../ui/read-panel.tsx';
import { StatementList } from '../../ui/statement-list.tsx';

/** What the nodes of the mesh say of a platform, this one first. Of what is no mesh node: if others look at it. */
export function SeenBy({ id, isNode }: { id: string; isNode: boolean }) {
  const read = useRead('witnesses');
  const isAsked = read.data?.platforms?.some((one) => one.id === id);
  if (isMissing(read) || !(isNode || isAsked)) return null;
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
  const node = judgedIn(witnesses).find((one) => one.id === id);
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
