import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import styles from './platform-link.module.css';

interface PlatformLinkProps {
  id: string;
  name: string;
  /** false: the screen stays where it is, for the platform opens beside it. */
  resetScroll?: boolean;
}

/** A platform's name. All of the positioned row that it stands in leads to the platform. */
export function PlatformLink({ id, name, resetScroll = true }: PlatformLinkProps) {
  return (
    <Anchor
      component={Link}
      to="/mesh-network"
      search={{ platform: id } as never}
      resetScroll={resetScroll}
      className={styles.link}
      c="inherit"
      size="sm"
      fw={600}
      underline="never"
    >
      {name}
    </Anchor>
  );
}
