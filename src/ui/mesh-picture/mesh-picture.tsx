import styles from './mesh-picture.module.css';

/**
 * The mesh as an ornament: one node in the middle, six around it, lights on the way between them. It shows no
 * data, so it is hidden from screen readers; it stands still where less motion is asked for.
 */
const CENTRE = { x: 280, y: 280 };
const AROUND = [
  { x: 280, y: 62 },
  { x: 474, y: 158 },
  { x: 486, y: 382 },
  { x: 300, y: 500 },
  { x: 92, y: 404 },
  { x: 74, y: 176 },
];
/** The lights do not set out together. */
const STAGGER_SEC = 0.7;
/** Where a light sets out, from the middle to the right, before it is turned to its sister. */
const LIGHT = { from: CENTRE.x + 18, to: CENTRE.x + 29 };
/** Half widths of the globe's meridians behind the mesh. */
const MERIDIANS = [70, 150, 216];

export function MeshPicture({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 560 560" className={className} aria-hidden="true" focusable="false">
      <defs>
        <radialGradient id="mesh-glow">
          <stop offset="0" className={styles.glowIn} />
          <stop offset="1" className={styles.glowOut} />
        </radialGradient>
      </defs>
      <circle cx={CENTRE.x} cy={CENTRE.y} r="270" fill="url(#mesh-glow)" />
      <Globe />
      {AROUND.map((node, index) => (
        <Ways
          key={node.x}
          node={node}
          next={AROUND[(index + 1) % AROUND.length] ?? CENTRE}
          index={index}
        />
      ))}
      {AROUND.map((node) => (
        <Sister key={node.x} {...node} />
      ))}
      <Middle />
    </svg>
  );
}

interface Point {
  x: number;
  y: number;
}

function Globe() {
  return (
    <g className={styles.globe}>
      <circle cx={CENTRE.x} cy={CENTRE.y} r="218" />
      {MERIDIANS.map((rx) => (
        <ellipse key={rx} cx={CENTRE.x} cy={CENTRE.y} rx={rx} ry="218" />
      ))}
      <path d="M62 280h436M92 172h376M92 388h376" />
    </g>
  );
}

function Ways({ node, next, index }: { node: Point; next: Point; index: number }) {
  const spoke = `M${CENTRE.x} ${CENTRE.y}L${node.x} ${node.y}`;
  return (
    <g>
      <path className={styles.way} d={`M${node.x} ${node.y}L${next.x} ${next.y}`} />
      <path className={styles.spoke} d={spoke} />
      <g transform={`rotate(${degreesTo(node)} ${CENTRE.x} ${CENTRE.y})`}>
        <line
          className={styles.light}
          x1={LIGHT.from}
          x2={LIGHT.to}
          y1={CENTRE.y}
          y2={CENTRE.y}
          style={{ animationDelay: `${-index * STAGGER_SEC}s` }}
        />
      </g>
    </g>
  );
}

const degreesTo = ({ x, y }: Point) =>
  Math.round((Math.atan2(y - CENTRE.y, x - CENTRE.x) * 180) / Math.PI);

function Sister({ x, y }: Point) {
  return (
    <g>
      <circle className={styles.halo} cx={x} cy={y} r="24" />
      <circle className={styles.node} cx={x} cy={y} r="13" />
      <circle className={styles.core} cx={x} cy={y} r="5" />
    </g>
  );
}

function Middle() {
  return (
    <g>
      <circle className={styles.ring} cx={CENTRE.x} cy={CENTRE.y} r="58" />
      <circle className={styles.middle} cx={CENTRE.x} cy={CENTRE.y} r="34" />
      <circle className={styles.middleCore} cx={CENTRE.x} cy={CENTRE.y} r="13" />
    </g>
  );
}
