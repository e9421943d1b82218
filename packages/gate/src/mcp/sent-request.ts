import type { StartedCall } from '../gate/gate.ts';
import type { Message } from './protocol/message.ts';
import type { Method } from './protocol/methods.ts';
import type { OpenRequest } from './open-requests.ts';
import type { Route } from './route.ts';

/** A request on its way. */
export interface SentRequest {
  readonly message: Message;
  readonly open: OpenRequest;
  readonly route: Route;
  readonly method: Method;
  /** Options that the app passed to its transport. */
  readonly passed: unknown;
  /** The call that a person approved. */
  readonly asked?: string | undefined;
  /** The call that it makes, for the log. */
  readonly started?: StartedCall;
}
