import { Alert, Box, Text } from '@mantine/core';
import type { Statement, Witnesses } from '../../../contract/shapes/witness.ts';
import { isMissing, useRead } from '../../console/reads.ts';
import { durationText } from '../../domain/format.ts';
import {
  hasWitnesses,
  judgedIn,
  seenWord,
  statementsAbout,
  verdictMark,
} from '../../domain/witness-text.ts';
import { ReadPanel } from '../../ui/read-panel.tsx';
import list from '../../ui/statement-list.module.css';
import { StatusShape } from '../../ui/status-mark.tsx';
import { PlatformLink } from './platform-cells.tsx';
import styles from './witness-panel.module.css';

/** With more nodes a cell has room for its shape alone. */
const WORDS_MAX = 10;

interface WitnessPanelProps {
  /** How many mesh nodes there are beside this one, for which room is kept. */
  count: number;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** Who sees whom. */
export function WitnessPanel({ count, now }: WitnessPanelProps) {
  const read = useRead('witnesses');
  if (isMissing(read)) return null;
  return (
    <ReadPanel
      flush
      title="Who sees whom"
      description="Each row is what that node has measured of the others, and how long ago."
      read={read}
      failed="What the nodes say could not be read"
      room={`${2.9 * (count + 1) + 6}rem`}
      now={now}
    >
      {(witnesses, age) =>
        hasWitnesses(witnesses) ? (
          <div data-age={age} className={styles.panel}>
            {witnesses.cutOff ? (
              <Alert color="red" title={witnesses.cutOff} mx="md">
                Nothing can be said of the platforms that it does not reach.
              </Alert>
            ) : null}
            <Matrix witnesses={witnesses} now={now} />
            <Reasons witnesses={witnesses} />
            <Agreements witnesses={witnesses} />
          </div>
        ) : (
          <Text size="sm" c="dimmed" px="md" pb="md">
            No other node says what it has measured. Nodes of earlier releases do not.
          </Text>
        )
      }
    </ReadPanel>
  );
}

function Matrix({ witnesses, now }: { witnesses: Witnesses; now: number }) {
  const { nodes } = witnesses;
  const columns = judgedIn(witnesses);
  const isCompact = columns.length > WORDS_MAX;
  const about = new Map(columns.map(({ id }) => [id, statementsAbout(witnesses, id)]));
  return (
    <Box component="section" className={styles.area} tabIndex={0} aria-label="Who sees whom, table">
      <table className={styles.matrix} data-compact={isCompact || undefined}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Who says it</span>
            </th>
            {columns.map(({ id, name, verdict }) => (
              <th key={id} scope="col" title={name}>
                <span className={styles.name}>{name}</span>
                <span className={styles.verdict}>
                  <StatusShape status={verdictMark(verdict).status} />{' '}
                  <span className={styles.word}>{verdictMark(verdict).word}</span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nodes.map(({ id: from, name }, row) => {
            const says = columns.map(({ id }) => about.get(id)?.get(from));
            const known = says.slice(0, nodes.length).filter((one) => one !== undefined);
            const reached = known.filter(({ status }) => status !== 'error').length;
            return (
              <tr key={from} data-silent={known.length === 0 || undefined}>
                <th scope="row">
                  {row === 0 ? <b>{name}</b> : <PlatformLink id={from} name={name} />}
                  <span className={styles.sum}>
                    {known.length === 0
                      ? 'says nothing'
                      : `reaches ${reached} of ${nodes.length - 1}`}
                  </span>
                </th>
                {columns.map(({ id, name: column }, i) => (
                  <Cell
                    key={id}
                    name={column}
                    isSelf={id === from}
                    isShort={isCompact && (known.length === 0 || isWell(says[i]))}
                    statement={says[i]}
                    now={now}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Box>
  );
}

interface CellProps {
  /** Of whom it is. */
  name: string;
  isSelf: boolean;
  /** One of very many, which only a wide table shows. */
  isShort: boolean;
  statement: Statement | undefined;
  now: number;
}

const isWell = (statement: Statement | undefined) =>
  statement?.status === 'connected' && !statement.disputed;

function Cell({ name, isSelf, isShort, statement, now }: CellProps) {
  if (isSelf) return <td className={styles.itself} />;
  const word = statement?.disputed ? 'disputed' : seenWord(statement?.status);
  const age = statement && durationText(now - statement.at);
  const title = `${name}: ${word}${age ? `, ${age} ago` : ''}`;
  if (isShort)
    return (
      <td className={styles.short} data-status={statement?.status} title={title}>
        {word} {age}
      </td>
    );
  return (
    <td
      data-name={name}
      data-status={statement?.status ?? 'unknown'}
      data-disputed={statement?.disputed}
      title={title}
    >
      <StatusShape status={statement?.status ?? 'unknown'} />{' '}
      <span className={styles.word}>{word}</span> <span className={styles.age}>{age}</span>
    </td>
  );
}

/** What peers look at for this node, and for what there was no room. */
function Agreements({ witnesses: { agreements = [], nodes } }: { witnesses: Witnesses }) {
  const noRoom = nodes.flatMap(({ name, noRoom }) =>
    noRoom ? [`What ${name} says has no room for ${noRoom} more nodes`] : [],
  );
  const texts = [...agreements.map(({ text }) => text), ...noRoom];
  if (texts.length === 0) return null;
  return (
    <Text component="ul" className={list.list} size="sm" c="dimmed" px="md" pb="md" m={0}>
      {texts.map((text) => (
        <li key={text}>{text}.</li>
      ))}
    </Text>
  );
}

/** Of the nodes of which there is something to say. */
function Reasons({ witnesses }: { witnesses: Witnesses }) {
  const { statements } = witnesses;
  const disputed = new Set(statements.filter((one) => one.disputed).map(({ about }) => about));
  const shown = judgedIn(witnesses).filter(
    ({ id, verdict }) => verdict !== 'up' || disputed.has(id),
  );
  if (shown.length === 0)
    return (
      <Text size="sm" c="dimmed" px="md" pb="md">
        Every node reaches every other.
      </Text>
    );
  return (
    <Box component="ul" className={list.list} px="md" pb="md">
      {shown.map(({ id, name, verdict, text }) => (
        <li key={id}>
          <StatusShape status={verdictMark(verdict).status} />
          <span>
            <b>
              {name}: {verdictMark(verdict).word}.
            </b>{' '}
            {text}.
          </span>
        </li>
      ))}
    </Box>
  );
}
