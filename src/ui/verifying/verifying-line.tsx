import styles from './verifying.module.css';

/** What the guard says over a screen that stands there before its code does. */
export function VerifyingLine() {
  return (
    <p role="status" className={styles.line}>
      Verifying sovereign access...
    </p>
  );
}
