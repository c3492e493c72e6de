/** In this order: most browsers also name those whose pages they want to receive. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b/, 'iOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const OTHER_MAX = 40;

/**
 * @param userAgent as a browser or a program named itself
 * @returns what people call it, such as `Chrome on Android`; of an unknown program its own first word
 */
export function browserName(userAgent: string): string {
  const nameIn = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = nameIn(SYSTEMS);
  const browser = nameIn(BROWSERS) ?? otherName(userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}

function otherName(userAgent: string): string {
  const [first = ''] = userAgent.trim().split(/[/\s(]/, 1);
  // Unknown browsers begin like all others.
  return first === '' || first === 'Mozilla' ? 'Unknown browser' : first.slice(0, OTHER_MAX);
}
