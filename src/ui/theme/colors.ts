import type { MantineColorsTuple } from '@mantine/core';

/**
 * The palette, light to dark. Text shades (8 on light, 4 on dark) reach 4.5:1 on every surface they are used on; the
 * tints behind them are 0 on light and 9 on dark.
 */
const brand: MantineColorsTuple = [
  '#d8eff3',
  '#b9e3ea',
  '#8fd8e3',
  '#60d3e1',
  '#36cfe0',
  '#1fb3c6',
  '#1497aa',
  '#0f7f92',
  '#0a6b80',
  '#0d3340',
];

const green: MantineColorsTuple = [
  '#d7f1e5',
  '#b6e6d0',
  '#92dabb',
  '#69d7a8',
  '#45d19a',
  '#27b57e',
  '#169a68',
  '#0e8158',
  '#08694a',
  '#0c3529',
];

const yellow: MantineColorsTuple = [
  '#fcecc8',
  '#fae0a6',
  '#f8d17a',
  '#f6c661',
  '#f4bd4f',
  '#d99a22',
  '#b97c0e',
  '#9a6305',
  '#7d4e00',
  '#3a2c0c',
];

const red: MantineColorsTuple = [
  '#fde3de',
  '#fccdc5',
  '#ffb0a3',
  '#ff9c8c',
  '#ff8b7a',
  '#e8604d',
  '#d4472f',
  '#c8392c',
  '#a92c1b',
  '#45191a',
];

const blue: MantineColorsTuple = [
  '#dfebfb',
  '#c3dafa',
  '#a3c9fc',
  '#8fc2ff',
  '#7dbcff',
  '#4f97ea',
  '#347ad0',
  '#2566b8',
  '#1b56a8',
  '#12305a',
];

const gray: MantineColorsTuple = [
  '#f2f5f9',
  '#e9eff5',
  '#dce5ee',
  '#d6dfe9',
  '#b9c6d4',
  '#74859c',
  '#56667d',
  '#3b4c63',
  '#25354b',
  '#0d1a2c',
];

const dark: MantineColorsTuple = [
  '#e9eff8',
  '#b3c0d3',
  '#8c9cb4',
  '#64789a',
  '#2b3c58',
  '#213149',
  '#18253a',
  '#101a2a',
  '#0a111d',
  '#060b13',
];

export const colors = { brand, green, yellow, red, blue, gray, dark };

/** Colours with a tint of their own, for badges, alerts and marks. */
export const TINTED = { brand, green, yellow, red, blue };
