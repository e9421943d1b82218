import { tracingChannel, type TracingChannel } from 'node:diagnostics_channel';

/** What somebody who watches the server is told of one request, filled in as it becomes known. */
export interface ObservedRequest {
  /** As the client sent it (W3C Trace Context). */
  readonly traceparent: string | undefined;
  readonly method: string;
  /** The pattern of the route: addresses may hold tokens. */
  route?: string;
  status?: number;
  /** As in the log of the server. */
  id?: string;
}

/** One transaction. */
export interface ObservedTransaction {
  readonly role: string;
}

/** Both cost next to nothing where nobody listens. */
export const requestChannel: TracingChannel<unknown, ObservedRequest> = tracingChannel('permesso:request');
export const transactionChannel: TracingChannel<unknown, ObservedTransaction> =
  tracingChannel('permesso:transaction');
