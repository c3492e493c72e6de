/**
 * What the tabs of this device say to each other about updates, whoever is signed in: whether one of them is
 * uploading, and that one goes over to another build.
 */
export interface UpdateChannel {
  /** @returns whether any other tab is uploading; a tab that sleeps says nothing */
  othersUpload(): Promise<boolean>;
  /** @returns whether somebody may be looking at any other tab */
  othersAttended(): Promise<boolean>;
  tellOthers(build: string): void;
}

interface UpdateChannelDoors {
  readonly isUploading: () => boolean;
  readonly isAttended: () => boolean;
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

type Question = 'uploading' | 'attended';

export function createUpdateChannel(wire: Wire, doors: UpdateChannelDoors): UpdateChannel {
  const asking = new Map<() => void, Question>();
  const answers: Readonly<Record<Question, () => boolean>> = {
    uploading: doors.isUploading,
    attended: doors.isAttended,
  };

  wire.onmessage = ({ data }) => {
    const { kind, of, build } = data ?? {};
    if (kind === 'went' && typeof build === 'string') doors.otherWent(build);
    if (kind === 'ask' && isQuestion(of) && answers[of]()) wire.postMessage({ kind: 'yes', of });
    if (kind === 'yes') hearYes(of);
  };

  function hearYes(question: unknown): void {
    for (const [yes, of] of [...asking]) if (of === question) yes();
  }

  function ask(question: Question): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (answer: boolean) => {
        asking.delete(yes);
        resolve(answer);
      };
      const yes = () => end(true);
      asking.set(yes, question);
      doors.after(ANSWER_LIMIT_MS, () => end(false));
      wire.postMessage({ kind: 'ask', of: question });
    });
  }

  return {
    othersUpload: () => ask('uploading'),
    othersAttended: () => ask('attended'),
    tellOthers: (build) => wire.postMessage({ kind: 'went', build }),
  };
}

const isQuestion = (value: unknown): value is Question =>
  value === 'uploading' || value === 'attended';
