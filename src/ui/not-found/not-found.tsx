import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { buttonLook } from '../button/button-look.ts';
import styles from './not-found.module.css';

/** What an address without a screen shows. */
export function NotFound({ path }: { path: string }) {
  return (
    <main className={styles.page}>
      <IconMapOff className={styles.icon} aria-hidden="true" />
      <h1 className={styles.title}>404 Page Not Found</h1>
      <p className={styles.path}>
        <code>{path}</code>
      </p>
      <p className={styles.hint}>Did you forget to add the page to the router?</p>
      <Link to="/" className={buttonLook('primary')}>
        Go to the homepage
      </Link>
    </main>
  );
}
