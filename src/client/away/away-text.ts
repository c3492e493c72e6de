import { durationText } from '../../shared/format.ts';
import type { AwayReport } from './away.ts';

/** @returns how long nobody looked, how much happened meanwhile, and whether that is all of it */
export function awayText({ leftAt, backAt, rows, platforms, record }: AwayReport): string {
  const away = durationText(backAt - leftAt);
  const changes = `${eventsText(rows.length)}, ${platformsText(platforms.length)}`;
  return `${away}: ${changes}. ${recordText(record, leftAt)}`;
}

function eventsText(count: number): string {
  if (count === 0) return 'no events';
  return count === 1 ? '1 event' : `${count.toLocaleString()} events`;
}

function platformsText(count: number): string {
  if (count === 0) return 'no platform changed its state';
  return count === 1 ? '1 platform changed its state' : `${count} platforms changed their state`;
}

function recordText(record: AwayReport['record'], leftAt: number): string {
  return record.kind === 'complete'
    ? 'The record is complete.'
    : `The record is not complete: nothing is known of the first ${durationText(record.until - leftAt)}.`;
}
