import type { ComponentType } from 'react';
import { firstPaint } from '../device/first-paint.ts';
import { useLoading } from './use-loaded.ts';

/** The page does without it until then: where it cannot be had, nothing stands there, and it is tried again. */
export function extra<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loadLate = () => firstPaint.then(load);
  return function Extra(props: Props) {
    const { component: Part } = useLoading(loadLate);
    return Part ? <Part {...props} /> : null;
  };
}
