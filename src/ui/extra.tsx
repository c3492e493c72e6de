import type { ComponentType } from 'react';
import { firstPaint } from '../device/first-paint.ts';
import { useLoading } from './use-loaded.ts';

/**
 * A part that loads late and that the page does without until then. Where it cannot be had (a line that broke, a hotel's
 * page in its place) nothing stands there, and it is tried again. It is asked for once the first page is painted.
 */
export function extra<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loadLate = () => firstPaint.then(load);
  return function Extra(props: Props) {
    const { component: Part } = useLoading(loadLate);
    return Part ? <Part {...props} /> : null;
  };
}
