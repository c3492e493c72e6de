import { type ComponentType, lazy } from 'react';
import { firstPaint } from '../../client/first-paint.ts';

/**
 * A part that loads late and that the page does as well without. Where it cannot be had (a line that broke, a
 * hotel's page in its place) nothing stands there, and the page goes on. It is asked for once the first page is painted.
 */
export function extra<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({
    default: await firstPaint.then(load).catch((): ComponentType<Props> => Nothing),
  }));
}

const Nothing = () => null;
