import { definedFields, messageOf } from '@permesso/engine/call';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { type JsonObject, type Message, textAt } from './protocol/message.ts';
import type { Route } from './route.ts';
import { createUpstream, type Pending, type RequestOptions, type Upstream } from './upstream.ts';
import type { OpenWire } from './transports/wire.ts';
import { toolsIn } from './show-tools.ts';

/** One server behind a session: its connection, and what it says about its tools. */
export interface Server {
  readonly name: string;
  readonly upstream: Upstream;
  readonly catalogue: Catalogue;
  /** Lists its tools, if that has not been done. */
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
  /** A request of the server to the client, with the route of the request that it belongs to, if known. */
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

const mostPages = 50;
/** A name that is in no list must not make us list again and again. */
const notSoonerThan = 5000;

/** Asks the server for its tools, for a client that calls without having listed them. */
function toolLearner(
  upstream: Upstream,
  catalogue: Catalogue,
  report: (line: string) => void,
): (meta: JsonObject) => Promise<void> {
  let last = -Infinity;
  let learning: Promise<void> | undefined;
  const learn = async (meta: JsonObject): Promise<void> => {
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page++) {
      const envelope = Object.keys(meta).length === 0 ? {} : { _meta: meta };
      const result = await upstream.ask('tools/list', { ...envelope, ...definedFields({ cursor }) });
      catalogue.learn(toolsIn(result));
      cursor = textAt(result, 'nextCursor');
      if (cursor === undefined) return;
    }
  };
  return async (meta) => {
    if (learning === undefined && Date.now() - last < notSoonerThan) return;
    last = Date.now();
    learning ??= learn(meta).catch((error: unknown) => {
      // Without a list there is nothing to compare with: grants for a tool description do not apply.
      report(`${upstream.name}: its tools could not be listed: ${messageOf(error)}`);
    });
    await learning;
    learning = undefined;
  };
}
