import type { ConvertCSSVariablesInput } from '@mantine/core';
import { colors, TINTED } from './colors.ts';

type Shade = 0 | 4 | 8 | 9;

/**
 * What differs from Mantine's own variables: readable tints in both schemes, and the page's ground, which is a shade
 * behind the cards on it. `variables.gen.css` has them all.
 */
export const cssVariables: ConvertCSSVariablesInput = {
  variables: {},
  light: {
    ...tints(0, 8),
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': colors.gray[6],
    '--mantine-color-placeholder': colors.gray[6],
    '--mantine-color-error': colors.red[8],
    '--mantine-color-default-border': colors.gray[3],
    '--mantine-color-disabled-color': colors.gray[6],
    '--control-border': colors.gray[5],
    '--mantine-color-anchor': colors.brand[8],
    '--filled-text': '#ffffff',
    '--page-background': colors.gray[0],
    '--hover-background': colors.gray[1],
  },
  dark: {
    ...tints(9, 4),
    '--mantine-color-body': colors.dark[7],
    '--mantine-color-text': colors.dark[0],
    '--mantine-color-dimmed': colors.dark[2],
    '--mantine-color-placeholder': colors.dark[2],
    '--mantine-color-error': colors.red[4],
    // A step above the card, as the card is above the page.
    '--mantine-color-default': colors.dark[5],
    '--mantine-color-default-hover': colors.dark[4],
    '--mantine-color-default-border': colors.dark[5],
    '--control-border': '#7387aa',
    // Mantine's own is the colour of a card.
    '--mantine-color-disabled': colors.dark[5],
    '--mantine-color-disabled-color': colors.dark[2],
    '--mantine-color-disabled-border': colors.dark[4],
    '--mantine-color-anchor': colors.brand[4],
    '--filled-text': colors.dark[9],
    '--page-background': colors.dark[8],
    '--hover-background': colors.dark[6],
  },
};

function tints(background: Shade, text: Shade): Record<string, string> {
  return Object.fromEntries(
    Object.entries(TINTED).flatMap(([name, tuple]) => [
      [`--mantine-color-${name}-light`, tuple[background]],
      [`--mantine-color-${name}-light-hover`, tuple[background]],
      [`--mantine-color-${name}-light-color`, tuple[text]],
      [`--mantine-color-${name}-text`, tuple[text]],
    ]),
  );
}
