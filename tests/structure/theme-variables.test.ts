import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  em,
  mergeMantineTheme,
  px,
} from '@mantine/core';
import { expect, test } from 'vitest';
import { colors } from '../../src/ui/theme/colors.ts';
import { cssVariables } from '../../src/ui/theme/css-variables.ts';
import { theme } from '../../src/ui/theme/theme.ts';

/** After a change of the theme: `npx vitest run -u --project=node tests/structure/theme-variables.test.ts`. */
const SAYS =
  '/* Written by tests/structure/theme-variables.test.ts: the theme, which no page computes as it starts. */';

test('variables.gen.css is the theme', async () => {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const mantines = defaultCssVariablesResolver(whole);
  const variables = convertCssVariables(
    {
      variables: shown({ ...mantines.variables, ...cssVariables.variables }),
      light: shown({ ...mantines.light, ...cssVariables.light, ...schemeIs('light') }),
      dark: shown({ ...mantines.dark, ...cssVariables.dark, ...schemeIs('dark') }),
    },
    ':root',
  );
  const css = [SAYS, variables, ...Object.entries(whole.breakpoints).map(visibility)].join('\n');
  await expect(`${css.replaceAll(/([{};])\s*/g, '$1\n').trim()}\n`).toMatchFileSnapshot(
    '../../src/ui/theme/variables.gen.css',
  );
});

const schemeIs = (scheme: string) => ({ '--mantine-color-scheme': scheme });

/** Without Mantine's colours that the console does not have. */
function shown(variables: Record<string, string>): Record<string, string> {
  const others = Object.keys(DEFAULT_THEME.colors).filter((name) => !(name in colors));
  const isOther = (variable: string) =>
    others.some((name) => variable.startsWith(`--mantine-color-${name}-`));
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !isOther(name)));
}

/** The classes of `visibleFrom` and `hiddenFrom`. */
const visibility = ([name, from]: [string, string]) =>
  `@media (max-width: ${em(Number(px(from)) - 0.1)}) {.mantine-visible-from-${name} {display: none !important;}}
@media (min-width: ${em(px(from))}) {.mantine-hidden-from-${name} {display: none !important;}}`;

test('no style uses light-dark(), which the build lowers to variables that no screen sets', () => {
  const isStyle = (path: string) =>
    path.endsWith('.css') && readFileSync(join('src', path), 'utf8').includes('light-dark(');
  expect(readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(isStyle)).toEqual([]);
});
