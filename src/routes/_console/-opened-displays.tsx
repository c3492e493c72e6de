import { useServerNow } from '../../link/link-state.ts';
import { useRead } from '../../link/reads.ts';
import { ownBuild } from '../../product.ts';
import { DisplaysDialog } from '../../ui/displays/displays-dialog.tsx';
import { stateOf } from './-reading-state.ts';
import { useDisplays } from './-use-displays.ts';

const AGES_EVERY_MS = 10_000;

interface OpenedDisplaysProps {
  opened: boolean;
  code: string;
  onClose: () => void;
}

/** The displays dialog joined to what it shows and does. */
export function OpenedDisplays({ opened, code, onClose }: OpenedDisplaysProps) {
  const reading = useRead('displays');
  const { data, failure } = reading;
  const now = useServerNow(AGES_EVERY_MS);
  return (
    <DisplaysDialog
      opened={opened}
      known={failure?.status !== 404}
      displays={data}
      failure={data ? undefined : stateOf(reading).failure}
      code={code}
      place={`${location.host}/dashboard?wall=1`}
      ownBuild={ownBuild()}
      now={now}
      onClose={onClose}
      {...useDisplays()}
    />
  );
}
