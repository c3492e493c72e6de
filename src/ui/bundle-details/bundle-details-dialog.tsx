import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Bundle, BundleDetails } from '../../../contract/shapes/bundle.ts';
import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import styles from './bundle-details.module.css';
import { BundleDetailsView, type DetailsFailure } from './bundle-details.tsx';

interface BundleDetailsDialogProps {
  /** The bundle to show; undefined closes the dialog. */
  bundle: Bundle | undefined;
  details: BundleDetails | undefined;
  failure: DetailsFailure | undefined;
  /** The removal has been asked for and not answered yet. */
  removing: boolean;
  onRemove: (bundle: Bundle) => void;
  onClose: () => void;
}

/** The details of one bundle, and its removal after a second, explicit press. */
export function BundleDetailsDialog(props: BundleDetailsDialogProps) {
  const { bundle, details, failure, removing, onRemove, onClose } = props;
  return (
    <Dialog opened={bundle !== undefined} title={bundle?.name ?? ''} size="l" onClose={onClose}>
      {bundle ? (
        <>
          <BundleDetailsView bundle={bundle} details={details} failure={failure} />
          {details ? (
            <Removal key={bundle.id} busy={removing} onRemove={() => onRemove(bundle)} />
          ) : null}
        </>
      ) : null}
    </Dialog>
  );
}

function Removal({ busy, onRemove }: { busy: boolean; onRemove: () => void }) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <div className={styles.removal}>
        <Button icon={<IconTrash aria-hidden="true" />} onClick={() => setAsked(true)}>
          Remove bundle
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.removal}>
      <p>The archive is deleted from this server for good.</p>
      <Button onClick={() => setAsked(false)}>Keep it</Button>
      <Button kind="danger" busy={busy} onClick={onRemove}>
        Remove for good
      </Button>
    </div>
  );
}
