import { IconFileZip } from '@tabler/icons-react';
import { memo } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import { Badge } from '../badge/badge.tsx';
import { Button } from '../button/button.tsx';
import { momentOf, momentText } from '../moment/moment.ts';
import { bundleLook, deployHindrance, targetsText } from './bundle-look.ts';
import styles from './bundle-table.module.css';
import { sizeText } from './size-text.ts';

interface BundleRowProps {
  bundle: Bundle;
  deploying: boolean;
  onDeploy: ((bundle: Bundle) => void) | undefined;
  onDetails: (bundle: Bundle) => void;
}

/** One bundle; drawn again only when it changes itself. */
export const BundleRow = memo(function BundleRow(props: BundleRowProps) {
  const { bundle, deploying, onDeploy, onDetails } = props;
  const look = bundleLook(bundle.status);
  const hindrance = deployHindrance(bundle.status);
  const uploaded = momentOf(bundle.createdAt);
  return (
    <tr className={styles.row} data-row={bundle.id}>
      <th scope="row" className={styles.name}>
        <IconFileZip className={styles.file} aria-hidden="true" />
        <span>
          <span className={styles.title}>{bundle.name}</span>
          <span className={styles.size}>{sizeText(bundle.size)}</span>
        </span>
      </th>
      <td data-label="Status">
        <Badge tone={look.tone}>{look.word}</Badge>
      </td>
      <td data-label="Platform Target" className={styles.targets}>
        {targetsText(bundle.targetPlatforms)}
      </td>
      <td data-label="Upload Time" className={styles.time}>
        <time dateTime={bundle.createdAt}>{momentText(uploaded)}</time>
      </td>
      <td className={styles.actions}>
        {onDeploy ? (
          <Button
            size="s"
            busy={deploying}
            hindrance={hindrance}
            aria-label={`Deploy ${bundle.name}${hindrance ? `: ${hindrance}` : ''}`}
            onClick={() => onDeploy(bundle)}
          >
            Deploy
          </Button>
        ) : null}
        <Button size="s" aria-label={`Details of ${bundle.name}`} onClick={() => onDetails(bundle)}>
          Details
        </Button>
      </td>
    </tr>
  );
});
