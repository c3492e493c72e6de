const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
const STEP = 1024;

/**
 * A size for people (specification section 9): base 1024, two decimals without trailing zeros, in GB
 * above GB. '0 Bytes', '1.5 KB', '1.18 MB', '2048 GB'.
 *
 * @param bytes what is no size counts as 0
 */
export function sizeText(bytes: number): string {
  const size = Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
  let unit = 0;
  let value = size;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${Number(value.toFixed(2))} ${UNITS[unit]}`;
}
