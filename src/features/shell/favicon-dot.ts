import { statusPath } from '../../ui/status-mark.tsx';
import { colors } from '../../ui/theme/colors.ts';

const SIZE = 32;
const RADIUS = 10;
/** A circle in the colour of the verdict, with the mark of what it stands for: they differ without colours as well. */
const DOTS: Readonly<Record<string, readonly [color: string, mark: string]>> = {
  yellow: [colors.yellow[6], statusPath('warning')],
  red: [colors.red[6], statusPath('error')],
  blue: [colors.blue[6], statusPath('maintenance')],
};

/**
 * Puts a dot on the browser's icon for this page while something is wrong with the mesh.
 *
 * @param color of the verdict; one without a dot shows the plain icon
 * @returns the undo
 */
export function showFaviconDot(color: string): (() => void) | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const dot = DOTS[color];
  if (!link || !dot) return undefined;
  const plain = link.href;
  let isShown = true;
  const image = new Image();
  image.onload = () => {
    if (isShown) link.href = drawDot(image, dot) ?? plain;
  };
  image.src = plain;
  return () => {
    isShown = false;
    link.href = plain;
  };
}

/** @returns undefined where the browser does not let a page draw */
function drawDot(
  image: HTMLImageElement,
  [color, mark]: readonly [string, string],
): string | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.drawImage(image, 0, 0, SIZE, SIZE);
  pen.beginPath();
  pen.arc(SIZE - RADIUS, SIZE - RADIUS, RADIUS, 0, 2 * Math.PI);
  pen.fillStyle = color;
  pen.fill();
  pen.translate(SIZE - RADIUS - 6, SIZE - RADIUS - 6);
  pen.fillStyle = '#fff';
  pen.fill(new Path2D(mark), 'evenodd');
  return canvas.toDataURL('image/png');
}
