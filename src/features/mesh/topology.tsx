import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { latencyText } from '../../domain/format.ts';
import { currentLatency } from '../../domain/verdict.ts';
import type { ReadState } from '../../ui/read-state.tsx';
import { isDrill, StatusMark } from '../../ui/status-mark.tsx';
import styles from './topology.module.css';

/** The drawing's own units are percent of its box. */
const CENTRE = { x: 50, y: 50 };
const RADIUS = { x: 34, y: 38 };

interface TopologyProps {
  /** This node's name. */
  self: string;
  connections: readonly Connection[];
  /** stale: statuses lose their colour; unknown: too old to be taken for the present at all. */
  age: ReadState['age'];
}

/** The mesh as a picture: this node in the middle, a line to each platform drawn as its status says. */
export function Topology({ self, connections, age }: TopologyProps) {
  const places = ringOf(connections.length, CENTRE, RADIUS);
  const nodes = connections.map((connection, i) => ({
    connection,
    place: places[i] ?? CENTRE,
    status: age === 'unknown' ? 'unknown' : connection.status,
  }));
  return (
    <figure
      className={styles.figure}
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
          <line
            key={connection.id}
            className={styles.line}
            data-status={status}
            x1={CENTRE.x}
            y1={CENTRE.y}
            x2={place.x}
            y2={place.y}
          />
        ))}
      </svg>
      <Text
        className={styles.self}
        size="sm"
        fw={600}
        c="var(--mantine-color-body)"
        px="md"
        py="xs"
      >
        {self}
      </Text>
      <ul>
        {nodes.map(({ connection, place, status }) => (
          <li key={connection.id} style={{ left: `${place.x}%`, top: `${place.y}%` }}>
            <Link
              to="/mesh-network/$platform"
              params={{ platform: connection.id }}
              className={styles.node ?? ''}
              data-status={status}
            >
              <StatusMark status={status} age={age} />
              <Text span inherit fw={600} style={{ overflowWrap: 'anywhere' }}>
                {connection.name}
              </Text>
              <Text span size="xs" c="dimmed" className={styles.latency}>
                {isDrill(status) ? 'DRILL' : latencyText(currentLatency(connection))}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
    </figure>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** @returns places on an ellipse, evenly spread, the first at the top, then clockwise */
export function ringOf(count: number, centre: Point, radius: Point): readonly Point[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI - Math.PI / 2;
    return {
      x: centre.x + radius.x * Math.cos(angle),
      y: centre.y + radius.y * Math.sin(angle),
    };
  });
}
