import type { Display } from '../../../contract/shapes/display.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { ApproveForm, type ApproveFormProps } from './approve-form.tsx';
import { DisplayRow, type DisplayRowProps } from './display-row.tsx';
import styles from './displays.module.css';

export interface DisplaysDialogProps
  extends ApproveFormProps,
    Omit<DisplayRowProps, 'display' | 'busy'> {
  opened: boolean;
  /** Undefined until they have been read. */
  displays: readonly Display[] | undefined;
  /** This server knows of displays. */
  known: boolean;
  /** Why they could not be read. */
  failure: { readonly message: string } | undefined;
  /** Id of the display that something is being asked of. */
  busyWith: string | undefined;
  /** Where a screen is opened to become a display. */
  place: string;
  onClose: () => void;
}

/** The screens on walls: a new one is approved by its code, those that there are can be told apart and ended. */
export function DisplaysDialog({ opened, known, onClose, ...rest }: DisplaysDialogProps) {
  return (
    <Dialog opened={opened} title="Displays" size="l" onClose={onClose}>
      {known ? <Known {...rest} /> : <p className={styles.text}>This server has no displays.</p>}
    </Dialog>
  );
}

type KnownProps = Omit<DisplaysDialogProps, 'opened' | 'known' | 'onClose'>;

function Known({ displays, failure, busyWith, place, ...rest }: KnownProps) {
  return (
    <div className={styles.parts}>
      <section className={styles.part} aria-label="Approve a display">
        <h3 className={styles.title}>Approve a display</h3>
        <p className={styles.text}>
          Open <span className={styles.place}>{place}</span> on the screen; it shows a code. A
          display only reads, and stays signed in until it is revoked.
        </p>
        <ApproveForm {...rest} />
      </section>
      <section
        className={styles.part}
        aria-label="Approved displays"
        aria-busy={!displays && !failure}
      >
        <h3 className={styles.title}>Approved displays</h3>
        {failure ? (
          <p className={styles.text} role="alert">
            The displays could not be read: {failure.message}
          </p>
        ) : null}
        {displays?.length === 0 ? <p className={styles.text}>There are none yet.</p> : null}
        <ul className={styles.rows}>
          {(displays ?? []).map((display) => (
            <DisplayRow
              key={display.id}
              {...rest}
              display={display}
              busy={busyWith === display.id}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}
