/**
 * How the system opens the console that is an app already: with a file, or with an address of ours. It knows
 * nothing of screens.
 */
export interface Launch {
  readonly targetURL?: string | null;
  readonly files?: readonly LaunchedFile[];
}

interface LaunchedFile {
  readonly name: string;
  getFile(): Promise<File>;
}

export interface LaunchQueue {
  setConsumer(consumer: (launch: Launch) => void): void;
}

interface LaunchDeps {
  /** undefined: this browser launches nothing. */
  readonly queue: LaunchQueue | undefined;
  /** The whole address that this page was loaded with. */
  readonly opened: string;
  /** @returns the id that the upload dialog takes the file by */
  handOver(file: File): string;
  /** @param path of this origin, with its search */
  go(path: string): void;
}

/** What no dialog finds: it says that the file is not there. */
const GONE = 'gone';

/** Follows launches for as long as the page lives; the first one waits in the queue until this is called. */
export function followLaunches({ queue, opened, handOver, go }: LaunchDeps): void {
  let isFirst = true;
  queue?.setConsumer((launch) => {
    const isOwnLoad = isFirst && launch.targetURL === opened;
    isFirst = false;
    const zip = launch.files?.find(({ name }) => name.toLowerCase().endsWith('.zip'));
    if (zip) void handed(zip, handOver).then((id) => go(`/dashboard?show=upload&shared=${id}`));
    // The page is there already, and somebody may have gone on from it.
    else if (!isOwnLoad) follow(launch.targetURL, opened, go);
  });
}

const handed = (zip: LaunchedFile, handOver: (file: File) => string): Promise<string> =>
  zip.getFile().then(handOver, () => GONE);

function follow(target: string | null | undefined, opened: string, go: (path: string) => void) {
  if (!target || !URL.canParse(target)) return;
  const { origin, pathname, search } = new URL(target);
  if (origin === new URL(opened).origin) go(pathname + search);
}
