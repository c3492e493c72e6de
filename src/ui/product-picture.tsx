import { Image } from '@mantine/core';
import { useState } from 'react';

const PICTURE = {
  width: 1440,
  height: 900,
  alt: '',
  radius: 'lg',
  // Lazy, so that the one that the colours hide is not loaded; the one that is seen is the largest of its page.
  loading: 'lazy',
  fetchPriority: 'high',
  w: '100%',
  h: 'auto',
  bd: '1px solid var(--mantine-color-default-border)',
} as const;

/**
 * The real dashboard in the colours of the page. Decoration: the text beside it says what the product does. The device
 * has no copy, so that there is none without the server. Its name stays from release to release: while a cluster is updated,
 * a page and its picture may come from different ones.
 */
export function ProductPicture() {
  const [isMissing, setMissing] = useState(false);
  const events = {
    // A prerendered picture may have failed before React was there.
    ref: (picture: HTMLImageElement | null) => {
      if (picture?.complete && picture.naturalWidth === 0) setMissing(true);
    },
    onError: () => setMissing(true),
  };
  if (isMissing) return null;
  return (
    <>
      <Image {...PICTURE} {...events} src="/pictures/dashboard-light.webp" darkHidden />
      <Image {...PICTURE} {...events} src="/pictures/dashboard-dark.webp" lightHidden />
    </>
  );
}
