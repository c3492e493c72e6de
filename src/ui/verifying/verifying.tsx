import styles from './verifying.module.css';

/** What the guard shows while the console's data loads. */
export function Verifying() {
  return (
    <main className={styles.page}>
      <span className={styles.ring} aria-hidden="true" />
      <p role="status">Verifying sovereign access...</p>
    </main>
  );
}
