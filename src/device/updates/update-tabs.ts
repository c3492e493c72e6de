interface UpdateTabsDeps {
  readonly isUploading: () => boolean;
  readonly isAttended: () => boolean;
  readonly onOtherUpdated: (build: string) => void;
  readonly after: (ms: number, task: () => void) => void;
}

/** The part of BroadcastChannel that is used. */
export interface UpdateChannel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

const ANSWER_LIMIT_MS = 500;

type Question = 'uploading' | 'attended';

export type UpdateTabs = ReturnType<typeof createUpdateTabs>;

/** Update messages between the tabs of this device, whoever is signed in. */
export function createUpdateTabs(channel: UpdateChannel, deps: UpdateTabsDeps) {
  const waiting = new Map<() => void, Question>();

  // The kinds of messages stay: tabs of older builds send them too.
  channel.onmessage = ({ data }) => {
    const { kind, of, build } = data ?? {};
    if (kind === 'went' && typeof build === 'string') deps.onOtherUpdated(build);
    if (kind === 'ask' && isTrueHere(of)) channel.postMessage({ kind: 'yes', of });
    if (kind === 'yes') onYes(of);
  };

  function onYes(answered: unknown): void {
    for (const [yes, question] of [...waiting]) if (question === answered) yes();
  }

  function isTrueHere(question: unknown): boolean {
    if (question === 'uploading') return deps.isUploading();
    return question === 'attended' && deps.isAttended();
  }

  function ask(question: Question): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (answer: boolean) => {
        waiting.delete(yes);
        resolve(answer);
      };
      const yes = () => finish(true);
      waiting.set(yes, question);
      deps.after(ANSWER_LIMIT_MS, () => finish(false));
      channel.postMessage({ kind: 'ask', of: question });
    });
  }

  return {
    /** @returns whether any other tab is uploading; a frozen tab does not answer */
    othersUpload: () => ask('uploading'),
    /** @returns whether somebody may be looking at any other tab */
    othersAttended: () => ask('attended'),
    /** This tab goes over to a build without a service worker. */
    announceUpdate: (build: string) => channel.postMessage({ kind: 'went', build }),
  };
}
