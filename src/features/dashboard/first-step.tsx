import { CloseButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useReadData } from '../../console/reads.ts';

/** By the screen where each is done. */
const STEPS = {
  platforms: ['Watch a platform of your own', 'None is watched yet', 'Watched'],
  alerts: ['Let somebody be alerted', 'Nobody would be now', 'Channels in rules'],
  people: ['Invite a second person', 'Nobody else has an account', 'Other accounts'],
  duty: ['Nobody on the rota can be reached', 'No device of theirs is on', ''],
} as const;

export interface FirstStepProps {
  step: keyof typeof STEPS;
  /** How many there are; undefined while that is not known. */
  count: number | undefined;
  onHide: () => void;
}

/** One step: its tick, what is there, and the way to where it is done. */
export function FirstStep({ step, count: known, onHide }: FirstStepProps) {
  const [title, missing, there] = STEPS[step];
  const people = useReadData('people', step === 'people' ? {} : null);
  const count = people ? people.length - 1 : known;
  const isDone = count !== 0;
  const search = step === 'platforms' && !isDone ? ({ new: 1 } as const) : {};
  return (
    <>
      <svg viewBox="0 0 24 24" role="img" aria-label={isDone ? 'Done' : 'To do'} data-done={isDone}>
        <path d={isDone ? 'm4 12 6 6L20 7' : 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18'} />
      </svg>
      <div data-trouble={!isDone && (step === 'alerts' || step === 'duty')}>
        <Link to={`/${step}`} search={search}>
          {title}
        </Link>
        <p>{isDone ? count && `${there}: ${count}` : missing}</p>
      </div>
      {step === 'people' ? (
        <CloseButton
          aria-label="Hide the first steps on this device"
          size="var(--control-height-small)"
          ml="auto"
          onClick={onHide}
        />
      ) : null}
    </>
  );
}
