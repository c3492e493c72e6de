/** The doors through which an upload's bytes leave. Tests bring their own. */
export interface UploadDoors {
  /** @returns SHA-256, hexadecimal. Rejects when the file cannot be read */
  readonly hash: (file: Blob, signal: AbortSignal) => Promise<string>;
  /** The form of the specification, in one go. Rejects when there is no answer. */
  readonly sendForm: (form: FormOrder) => Promise<RawAnswer>;
  /** The tus protocol, from where it broke off. Rejects when there is no answer. */
  readonly sendResumable: (upload: ResumableOrder) => Promise<RawAnswer>;
}

interface Order {
  /** @param sent bytes that have left so far, those of earlier tries included */
  readonly moved: (sent: number) => void;
  readonly signal: AbortSignal;
}

export interface FormOrder extends Order {
  readonly address: string;
  readonly form: FormData;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ResumableOrder extends Order {
  readonly endpoint: string;
  /** Where the server keeps what has arrived; undefined: nothing has. */
  readonly place: string | undefined;
  readonly file: Blob;
  readonly metadata: Readonly<Record<string, string>>;
  readonly placed: (place: string) => void;
}

export interface RawAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly text: string;
  /** The server does not know how far it has got, or the place is gone: begin at what it does know. */
  readonly outOfStep?: boolean;
}
