import { Box, type BoxProps } from '@mantine/core';
import { encode } from 'uqr';

/** Dark on white in both schemes: some readers need it. */
export function QrCode({ text, ...box }: Pick<BoxProps, 'w' | 'bdrs' | 'mx'> & { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <Box
      component="svg"
      display="block"
      {...box}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </Box>
  );
}
