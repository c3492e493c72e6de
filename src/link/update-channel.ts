/**
 * What the tabs of this device say to each other about updates, whoever is signed in: whether one of them is
 * uploading, and that one goes over to another build.
 */
export interface UpdateChannel {
  /** @returns whether any other tab says yes in time; a tab that sleeps says nothing */
  othersUpload(): Promise<boolean>;
  tellOthers(build: string): void;
}

interface UpdateChannelDoors {
  readonly isUploading: () => boolean;
  readonly otherWent: (build: string) => void;
  /** Calls after so long. */
  readonly after: (ms: number, run: () => void) => void;
}

/** The part of BroadcastChannel that is used. */
export interface Wire {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

const ANSWER_LIMIT_MS = 500;

export function createUpdateChannel(wire: Wire, doors: UpdateChannelDoors): UpdateChannel {
  const asking = new Set<() => void>();
  wire.onmessage = ({ data }) => {
    if (data?.kind === 'uploading?' && doors.isUploading()) wire.postMessage({ kind: 'uploading' });
    if (data?.kind === 'uploading') for (const yes of [...asking]) yes();
    if (data?.kind === 'went' && typeof data.build === 'string') doors.otherWent(data.build);
  };
  return {
    othersUpload() {
      return new Promise((resolve) => {
        const yes = () => {
          asking.delete(yes);
          resolve(true);
        };
        asking.add(yes);
        doors.after(ANSWER_LIMIT_MS, () => {
          asking.delete(yes);
          resolve(false);
        });
        wire.postMessage({ kind: 'uploading?' });
      });
    },
    tellOthers: (build) => wire.postMessage({ kind: 'went', build }),
  };
}
