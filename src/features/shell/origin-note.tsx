import { Link } from '@tanstack/react-router';
import { useRead } from '../../console/reads.ts';
import { configuredPlatforms } from '../../device/product.ts';
import { originText } from '../../domain/mesh-origin.ts';
import { overlayOver } from '../../ui/screens.ts';
import styles from './origin-note.module.css';

/** That the mesh is not real, or empty, with the way to a real one. */
export function OriginNote() {
  const text = originText(useRead('connections').data ?? knownAhead());
  if (text === undefined) return null;
  return (
    <Link {...overlayOver({ show: 'connect' })} className={styles.note} data-screen-only="">
      <b>{text}</b> <span className={styles.way}>First steps</span>
    </Link>
  );
}

/** What the page says of the configured platforms, so that nothing moves when they are read; undefined: nothing. */
function knownAhead() {
  const platforms = configuredPlatforms();
  return platforms.length > 0 ? platforms : undefined;
}
