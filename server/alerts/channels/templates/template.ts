import type { AlertSender, OutgoingAlert } from '../../outgoing.ts';

/** What a template renders. */
export interface TemplateInput {
  readonly alert: OutgoingAlert;
  readonly sender: AlertSender;
  /** Absolute address in the console. */
  readonly link: string;
  /** Of the channel, as it was entered. */
  readonly url: string;
  readonly key: string | undefined;
  /** Id of the delivery: the same in every attempt. */
  readonly delivery: string;
}

/** A request body in the shape that a service takes. */
export interface Rendered {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the channel's address. */
  readonly url?: string;
}
