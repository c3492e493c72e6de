import styles from './reading-note.module.css';

/** The specification's sentence for a read that failed, inside its card. */
export function InlineFailure({ text }: { text: string }) {
  return (
    <p className={styles.inline} role="alert">
      {text}
    </p>
  );
}
