/**
 * Every picture that is drawn from `scripts/icons/source.svg`: what of it, how large, on which ground. Paths
 * are those under which the server gives them out.
 *
 * @typedef {object} Drawing
 * @property {string} path
 * @property {number} width device pixels
 * @property {number} height device pixels
 * @property {string} part id of the group that is drawn
 * @property {'tile' | 'full' | 'none'} ground tile: rounded, as drawn; full: to every edge
 * @property {string} [behind] colour behind the drawing; else one sees through
 * @property {number} size side of the drawing in device pixels, centred
 * @property {true} [plain] in one colour, for systems that paint the shape themselves
 */

const BACKGROUNDS = /** @type {const} */ ({ dark: '#0a111d', light: '#f2f5f9' });

/** Width and height in points of the tablets that have a launch picture of their own; two pixels a point. */
const TABLETS = /** @type {const} */ ([
  [744, 1133],
  [768, 1024],
  [810, 1080],
  [820, 1180],
  [834, 1112],
  [834, 1194],
  [834, 1210],
  [1024, 1366],
  [1032, 1376],
]);
const PIXELS_A_POINT = 2;
const LAUNCH_MARK = 320;

/** @type {readonly ['any' | 'maskable' | 'monochrome', number][]} */
const APP_ICONS = [
  ['any', 192],
  ['any', 512],
  ['maskable', 192],
  ['maskable', 512],
  ['monochrome', 192],
  ['monochrome', 512],
];
/** @type {Record<string, 'tile' | 'full' | 'none'>} */
const GROUNDS = { any: 'tile', maskable: 'full', monochrome: 'none' };

/** @type {readonly Drawing[]} */
const APP_DRAWINGS = APP_ICONS.map(([purpose, side]) => ({
  ...square(`/icons/${purpose}-${side}.png`, side, 'mark', GROUNDS[purpose] ?? 'tile'),
  ...(purpose === 'monochrome' ? { plain: true } : {}),
}));

/** The four shortcuts of the manifest, by the group that is drawn. */
const SHORTCUTS = ['dashboard', 'upload', 'watchdog', 'proof'];

/**
 * Launch pictures for systems that take them from the page: by size, orientation and colour scheme.
 *
 * @type {readonly (Drawing & { media: string })[]}
 */
export const LAUNCH_PICTURES = TABLETS.flatMap((tablet) =>
  /** @type {const} */ (['portrait', 'landscape']).flatMap((orientation) =>
    /** @type {const} */ (['light', 'dark']).map((scheme) =>
      launchPicture(tablet, orientation, scheme),
    ),
  ),
);

/** @type {readonly Drawing[]} */
export const DRAWINGS = [
  ...APP_DRAWINGS,
  square('/icons/favicon-32.png', 32, 'mark', 'tile'),
  square('/icons/apple-touch-icon.png', 180, 'mark', 'full'),
  { ...square('/icons/badge-96.png', 96, 'mark', 'none'), plain: true },
  ...SHORTCUTS.map((part) => square(`/icons/shortcut-${part}.png`, 96, part, 'tile')),
  ...LAUNCH_PICTURES,
];

/**
 * @param {string} path
 * @param {number} side
 * @param {string} part
 * @param {'tile' | 'full' | 'none'} ground
 * @returns {Drawing}
 */
function square(path, side, part, ground) {
  return { path, width: side, height: side, part, ground, size: side };
}

/**
 * @param {readonly [number, number]} points of the tablet, held upright
 * @param {'portrait' | 'landscape'} orientation
 * @param {'light' | 'dark'} scheme
 */
function launchPicture([across, down], orientation, scheme) {
  const sides = orientation === 'portrait' ? [across, down] : [down, across];
  const [width, height] = sides.map((points) => (points ?? 0) * PIXELS_A_POINT);
  return {
    path: `/launch/${width}x${height}-${scheme}.png`,
    width: width ?? 0,
    height: height ?? 0,
    part: 'mark',
    ground: /** @type {const} */ ('tile'),
    behind: BACKGROUNDS[scheme],
    size: LAUNCH_MARK,
    media: `(device-width:${across}px) and (device-height:${down}px) and (orientation:${orientation}) and (prefers-color-scheme:${scheme})`,
  };
}
