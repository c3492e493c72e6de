import styles from './availability-bars.module.css';

const KINDS = {
  up: 'Up',
  late: 'Slow',
  down: 'Down',
  planned: 'Maintenance, affected',
  notMeasured: 'Not measured',
};

/** @param kinds what the bars may show, by word; left out: all that a platform's do */
export function AvailabilityLegend({ kinds = KINDS }: { kinds?: Partial<typeof KINDS> }) {
  return (
    <div className={styles.legend} aria-hidden="true">
      {Object.entries(kinds).map(([kind, word]) => (
        <span key={kind} data-kind={kind}>
          {word}
        </span>
      ))}
    </div>
  );
}
