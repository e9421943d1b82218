import { messageOf } from '@permesso/engine/call';
import type { Catalogue } from './catalogue.ts';
import { textAt, type JsonObject } from './protocol/message.ts';
import { toolsIn } from './show-tools.ts';
import type { Upstream } from './upstream.ts';

const mostPages = 50;
/** A name that no list holds must not make us list again and again. */
const notSoonerThan = 5000;

/** Asks the server itself what its tools are, for a client that calls without having listed them. */
export function toolLearner(
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
      const result = await upstream.ask('tools/list', {
        ...envelope,
        ...(cursor === undefined ? {} : { cursor }),
      });
      catalogue.learn(toolsIn(result));
      cursor = textAt(result, 'nextCursor');
      if (cursor === undefined) return;
    }
  };
  return async (meta) => {
    if (learning === undefined && Date.now() - last < notSoonerThan) return;
    last = Date.now();
    learning ??= learn(meta).catch((error: unknown) => {
      // Without a list there is nothing to compare with: grants that were given to a description do not answer.
      report(`${upstream.name}: its tools could not be listed: ${messageOf(error)}`);
    });
    await learning;
    learning = undefined;
  };
}
