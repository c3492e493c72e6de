import { Image } from '@mantine/core';

const PICTURE = {
  width: 1440,
  height: 900,
  alt: '',
  radius: 'lg',
  loading: 'lazy',
  w: '100%',
  h: 'auto',
  bd: '1px solid var(--mantine-color-default-border)',
} as const;

/** The real dashboard in the colours of the page. Decoration: the text beside it says what the product does. */
export function ProductPicture() {
  return (
    <>
      <Image {...PICTURE} src="/pictures/dashboard-light.webp" darkHidden />
      <Image {...PICTURE} src="/pictures/dashboard-dark.webp" lightHidden />
    </>
  );
}
