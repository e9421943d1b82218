import { tracingChannel, type TracingChannel } from 'node:diagnostics_channel';

/** A request as reported to observers, completed as it proceeds. */
export interface ObservedRequest {
  /** As the client sent it (W3C Trace Context). */
  readonly traceparent: string | undefined;
  readonly method: string;
  /** The route's pattern: addresses may hold tokens. */
  route?: string;
  status?: number;
  /** The id used in the server's log. */
  id?: string;
}

/** One transaction. */
export interface ObservedTransaction {
  readonly role: string;
}

/** Both cost next to nothing without subscribers. */
export const requestChannel: TracingChannel<unknown, ObservedRequest> = tracingChannel('permesso:request');
export const transactionChannel: TracingChannel<unknown, ObservedTransaction> =
  tracingChannel('permesso:transaction');
