import { SegmentedControl } from '@mantine/core';
import { HISTORY_RANGES, type HistoryRange } from '../../../contract/limits.ts';
import { RANGE_TEXTS } from '../../shared/availability.ts';

const OPTIONS = (Object.keys(HISTORY_RANGES) as HistoryRange[]).map((value) => ({
  value,
  label: RANGE_TEXTS[value].short,
}));

interface RangeControlProps {
  value: HistoryRange;
  onChange: (range: HistoryRange) => void;
}

/** Chooses how far back a history goes. */
export function RangeControl(props: RangeControlProps) {
  return <SegmentedControl<HistoryRange> aria-label="Range" data={OPTIONS} {...props} />;
}
