import type { CallName, PathParams } from '../../contract/paths.ts';
import type { PageState, Painted, PendingAcknowledgement } from '../shared/model.ts';
import type { Outcome } from '../shared/outcome.ts';

/**
 * What crosses between page and data worker: types only, and all of the worker that the page may import.
 * Questions go through Comlink (`DataWorkerApi`); news comes over one plain port as `Push`, one a frame.
 */
export interface DataWorkerApi {
  /** Gives the worker the port that pushes go out on. The first push holds everything known. */
  attach(port: MessagePort): void;
  /**
   * Opens the account's data: what the disk remembers first, then socket and polls. Opening the account
   * that is open already reconnects after a refused session.
   * @returns the number of the push that holds what the disk remembered
   */
  open(account: string): Promise<number>;
  /** Ends socket and polls; with `forget` the account's data is erased from memory and disk. */
  close(forget: boolean): Promise<void>;
  /** Keeps a read current for this page: it is read now and then as often as the table of calls says. */
  subscribe(name: CallName, params: PathParams): void;
  /** This page needs the read no more. Takes effect after a grace of some seconds. */
  unsubscribe(name: CallName, params: PathParams): void;
  /** Reads again now. Resolves when the answer, or the failure, is known. */
  refresh(name: CallName, params: PathParams): Promise<void>;
  /** Sends a call and reads again what it refreshes. Never throws. @param onLine of an answer in lines gets all but the last */
  send(name: CallName, request: CallRequest, onLine?: OnLine): Promise<Outcome>;
  /**
   * Keeps an upload on this device and sends it in its turn, now or when the server can be reached. What
   * becomes of it is pushed as the entry `OUTBOX_KEY`.
   * @returns its id, once the file is kept, and the number of a push that holds it
   */
  enqueueUpload(upload: UploadPayload): Promise<{ readonly id: string; readonly push: number }>;
  /** Sends an upload again now. */
  retry(id: string): Promise<void>;
  /** Gives an upload up, and forgets its file. */
  discard(id: string): Promise<void>;
  /**
   * Keeps an acknowledgement on this device until the server can be reached. What becomes of it is pushed as the entry
   * `ACKNOWLEDGEMENTS_KEY`. Resolves once it is kept.
   */
  acknowledgeLater(pending: PendingAcknowledgement): Promise<void>;
  /** @param incident id of that whose acknowledgement is not to be sent, or whose end was read */
  takeBack(incident: string): Promise<void>;
  /** Makes a part of a table's file, or the whole file of its parts. It asks no server. */
  tableFile(order: TableOrder): Promise<Blob>;
  /** This display has painted: from now on that is reported to the server. */
  painted(painted: Painted): Promise<void>;
  /** What a worker cannot see for itself. */
  setPageState(state: PageState): void;
  /** Answers, so that a hung worker is noticed. */
  ping(): void;
}

export type OnLine = (line: unknown) => void;

export type TableFormat = 'csv' | 'json';

export interface TableColumn {
  /** Where a row has the value, and the column's name in the file: `id`, `acknowledgement.by`. */
  readonly key: string;
  /** ISO 8601 or an epoch: written in ISO 8601 with the offset of this device's time zone. */
  readonly isTime?: boolean;
}

/** What a table's file says of itself. Times are epoch milliseconds. */
export interface TableContext {
  readonly table: string;
  /** What was looked for, in words. */
  readonly filter: string;
  readonly exportedAt: number;
  /** undefined: that is not known. */
  readonly dataAsOf: number | undefined;
  readonly rowCount: number;
  readonly extent: TableExtent;
}

/** complete: every row that matches; device: those that this device knows; newest: older ones were left out. */
type TableExtent = 'complete' | 'device' | 'newest';

/** Some rows of a table, or the whole file of such parts: a long table crosses in slices. */
export type TableOrder = {
  readonly format: TableFormat;
  readonly columns: readonly TableColumn[];
} & (
  | { readonly rows: readonly object[] }
  | { readonly context: TableContext; readonly parts: readonly Blob[] }
);

export interface CallRequest {
  readonly params?: PathParams | undefined;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** Sent as JSON. Uploads go by `enqueueUpload`. */
  readonly payload?: unknown;
}

/** The file of an upload beside the fields of the form. */
export interface UploadPayload {
  readonly file: Blob & { readonly name: string };
  readonly targetPlatforms: readonly string[];
  readonly priority: string;
}
