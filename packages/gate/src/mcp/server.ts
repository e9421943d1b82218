import { createCatalogue, type Catalogue } from './catalogue.ts';
import { toolLearner } from './learn-tools.ts';
import type { JsonObject, Message } from './protocol/message.ts';
import type { Route } from './route.ts';
import { createUpstream, type Pending, type RequestOptions, type Upstream } from './upstream.ts';
import type { OpenWire } from './transports/wire.ts';

/** One server behind a session: the way to it, and what it says of its tools. */
export interface Server {
  readonly name: string;
  readonly upstream: Upstream;
  readonly catalogue: Catalogue;
  /** Lists its tools, if nobody has. */
  readonly learn: (meta: JsonObject) => Promise<void>;
  readonly request: (
    message: Message,
    route: Route,
    how: Pick<RequestOptions, 'done' | 'schema' | 'options'>,
  ) => Pending;
}

export interface ServerOptions {
  readonly name: string;
  readonly open: OpenWire;
  readonly report: (line: string) => void;
  /** What the server wants of the client; with the way of the request that it belongs to, where that is known. */
  readonly requested: (message: Message, route: Route | undefined) => void;
  readonly notified: (message: Message, route: Route | undefined) => void;
}

export function createServer({ name, open, report, requested, notified }: ServerOptions): Server {
  const catalogue = createCatalogue();
  const upstream = createUpstream({ name, open, report, requested, notified });
  return {
    name,
    upstream,
    catalogue,
    learn: toolLearner(upstream, catalogue, report),
    request: (message, route, how) => upstream.request(message, { ...how, route }),
  };
}
