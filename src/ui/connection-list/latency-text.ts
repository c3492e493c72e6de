/** @returns milliseconds without decimals: '41 ms'; '—' when no probe was ever answered. */
export function latencyText(latencyMs: number | null): string {
  if (latencyMs === null) return '—';
  if (latencyMs > 0 && latencyMs < 1) return '<1 ms';
  return `${Math.round(latencyMs)} ms`;
}
