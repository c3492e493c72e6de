import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Connection, MeshHistory } from '../../../contract/shapes/mesh.ts';
import { useReadData } from '../../console/reads.ts';
import { availabilityShare, shareText, totalTimes } from '../../domain/availability.ts';
import { latencyText } from '../../domain/format.ts';
import { platformNames } from '../../domain/platform-name.ts';
import { currentLatency, type Judged, meshVerdict, problemsFirst } from '../../domain/verdict.ts';
import { grouped, hasGroups } from '../../ui/groups.tsx';
import type { ReadState } from '../../ui/read-state.tsx';
import { isDrill, StatusMark } from '../../ui/status-mark.tsx';
import styles from './topology.module.css';

/** More do not find their place around the centre. */
export const DRAWN_MAX = 12;
/** More tiles than anybody reads; problems stand first. */
const TILES_MAX = 60;

interface TopologyProps {
  /** This node's name. */
  self: string;
  connections: readonly Judged<Connection>[];
  /** stale: statuses lose their colour; unknown: too old to be taken for the present at all. */
  age: ReadState['age'];
  /** What each platform says of this node, by its id: the other half of its line. Empty without witnesses. */
  said?: ReadonlyMap<string, string>;
}

/** The mesh as a picture: this node in the middle and the platforms around it; a grid of those when they are many. */
export function Topology(props: TopologyProps) {
  return props.connections.length > DRAWN_MAX ? <Tiles {...props} /> : <Drawing {...props} />;
}

/**
 * A line to each platform is drawn as its status says, and its far half as the platform says of this node; a thin one to each on which
 * it depends.
 */
function Drawing({ self, connections, age, said }: TopologyProps) {
  const places = placesOf(connections.length);
  const nodes = connections.map((connection, i) => ({
    connection,
    place: places[i] ?? CENTRE,
    status: age === 'unknown' ? 'unknown' : connection.status,
  }));
  return (
    <figure
      className={styles.figure}
      style={{ '--count': connections.length } as object}
      data-age={age}
      aria-label={`${self} and its ${connections.length} platforms`}
    >
      <svg
        className={styles.lines}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {nodes.map(({ connection, place, status }) => (
          <Fragment key={connection.id}>
            {nodes
              .filter((one) => connection.dependsOn?.includes(one.connection.id))
              .map((one) => (
                <Line key={one.connection.id} from={one.place} to={place} status="depends" />
              ))}
            <Line from={CENTRE} to={halfWay(place)} status={status} />
            <Line
              from={halfWay(place)}
              to={place}
              status={age === 'unknown' ? status : (said?.get(connection.id) ?? status)}
            />
          </Fragment>
        ))}
      </svg>
      <Text
        className={styles.self}
        size="sm"
        fw={600}
        c="var(--mantine-color-body)"
        px="xs"
        py="xs"
        lineClamp={2}
      >
        {self}
      </Text>
      <ul>
        {nodes.map(({ connection, place }) => (
          <li key={connection.id} style={{ left: `${place.x}%`, top: `${place.y}%` }}>
            <Node
              connection={connection}
              age={age}
              said={said?.get(connection.id)}
              needs={needsText(connection, connections)}
            />
          </li>
        ))}
      </ul>
    </figure>
  );
}

const halfWay = ({ x, y }: Point): Point => ({ x: (CENTRE.x + x) / 2, y: (CENTRE.y + y) / 2 });

function Line({ from, to, status }: { from: Point; to: Point; status: string }) {
  return (
    <line
      className={styles.line}
      data-status={status}
      {...{ x1: from.x, y1: from.y, x2: to.x, y2: to.y }}
    />
  );
}

/** @returns in words what the halves of a line say, where they differ */
function oneWayText(status: string, said: string | undefined): string | undefined {
  if (said === undefined || (status === 'error') === (said === 'error')) return undefined;
  return said === 'error' ? 'only from here' : 'only from there';
}

function Tiles({ self, connections, age }: TopologyProps) {
  const sorted = problemsFirst(connections);
  const history = useReadData('meshHistory', { range: '90d' })?.platforms;
  const hidden = hasGroups(connections) ? [] : sorted.slice(TILES_MAX);
  const { detail } = meshVerdict(hidden, age);
  return (
    <figure
      className={styles.figure}
      data-age={age}
      aria-label={`${self} and its ${connections.length} platforms`}
    >
      <ul className={styles.tiles}>
        {grouped({
          platforms: sorted.slice(0, sorted.length - hidden.length),
          age,
          item: (connection) => (
            <li key={connection.id}>
              <Node connection={connection} age={age} needs={needsText(connection, connections)} />
            </li>
          ),
          note: (platforms) => uptimeText(platforms, history),
        })}
      </ul>
      {hidden.length > 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          and {hidden.length} more{detail ? `: ${detail}` : null}
        </Text>
      ) : null}
    </figure>
  );
}

/** @returns the share of the last 90 days in which these answered, all together; '' before it is known */
function uptimeText(platforms: readonly Connection[], history: MeshHistory['platforms'] = []) {
  const ids = new Set(platforms.map(({ id }) => id));
  const slots = history.flatMap((one) => (ids.has(one.platform) ? one.slots : []));
  const share = availabilityShare(totalTimes(slots));
  return share === undefined ? '' : `${shareText(share)} up in 90 d`;
}

interface NodeProps extends Pick<TopologyProps, 'age'> {
  connection: Judged<Connection>;
  said?: string | undefined;
  needs: string;
}

/** @returns 'because of Gateway', 'depends on Gateway'; '' where it depends on nothing */
function needsText(
  { cause, dependsOn = [] }: Judged<Connection>,
  all: readonly Connection[],
): string {
  if (cause) return `because of ${cause}`;
  return dependsOn.length === 0 ? '' : `depends on ${platformNames(dependsOn, all)}`;
}

function Node({ connection, age, said, needs }: NodeProps) {
  const { id, name } = connection;
  const status = age === 'unknown' ? 'unknown' : connection.status;
  const oneWay = age === 'fresh' ? oneWayText(status, said) : undefined;
  return (
    <Link
      to="/mesh-network/$platform"
      params={{ platform: id }}
      className={styles.node ?? ''}
      data-status={status}
    >
      <StatusMark status={status} age={age} />
      <span className={styles.name} title={name}>
        {name}
      </span>
      <Text span size="xs" c="dimmed" className={styles.latency}>
        {isDrill(status) ? 'DRILL' : latencyText(currentLatency(connection))}
        {oneWay ? <b className={styles.oneWay}>{oneWay}</b> : null}
        {needs ? <span className={styles.oneWay}>{needs}</span> : null}
      </Text>
    </Link>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The drawing's own units are percent of its box. */
const CENTRE = { x: 50, y: 50 };
/** How far from the centre a platform stands at least, and how much further in the middle of its side. */
const REACH = { x: 24, bow: 9 };

/**
 * @returns places at both sides of the centre, bowed around it, clockwise from the top right: none lies over another or over
 * the centre, however long the names are
 */
export function placesOf(count: number): readonly Point[] {
  const right = Math.ceil(count / 2);
  return Array.from({ length: count }, (_, i) => {
    const isRight = i < right;
    const rows = isRight ? right : count - right;
    const row = isRight ? i : count - 1 - i;
    const y = ((row + 0.5) / rows) * 100;
    const reach = REACH.x + REACH.bow * Math.sin((y / 100) * Math.PI);
    return { x: CENTRE.x + (isRight ? reach : -reach), y };
  });
}
