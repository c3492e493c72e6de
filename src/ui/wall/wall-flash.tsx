import styles from './wall.module.css';

/** The display's own name, for somebody who stands before several of them. */
export function WallFlash({ name }: { name: string }) {
  return (
    <div className={styles.flash} role="status">
      <p className={styles.flashed}>{name}</p>
    </div>
  );
}
