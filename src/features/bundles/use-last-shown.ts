import { useState } from 'react';

/** @returns the value, or the last one when there is none: a dialog keeps its content while it fades out */
export function useLastShown<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
