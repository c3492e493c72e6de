import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react';
import { Age } from '../age/age.tsx';
import { classes } from '../classes.ts';
import styles from './reading-note.module.css';
import { type ReadingState, TROUBLE_WORDS, troubleOf } from './reading-state.ts';

interface ReadingNoteProps {
  reading: ReadingState;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** One line that says why what is shown may no longer be true, and how old it is; nothing while it is fresh. */
export function ReadingNote({ reading, now }: ReadingNoteProps) {
  const trouble = troubleOf(reading);
  if (!trouble) return null;
  const Icon = trouble === 'failed' ? IconAlertTriangle : IconClockPause;
  return (
    <p className={classes(styles.note, trouble === 'failed' && styles.failed)}>
      <Icon aria-hidden="true" />
      <span>
        {TROUBLE_WORDS[trouble]}
        {reading.failure ? ` (${reading.failure.message})` : ''}
        {reading.at === undefined ? null : (
          <>
            {', '}
            <Age at={reading.at} now={now} prefix="as of" />
          </>
        )}
      </span>
    </p>
  );
}
