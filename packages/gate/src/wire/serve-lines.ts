import { parseStrictJson } from '@permesso/engine/call';
import { asLine, readLines } from '../mcp/protocol/lines.ts';
import { rpcCodes, rpcError } from './json-rpc.ts';
import type { InterceptorServer } from './interceptor-server.ts';
import { answerText, longestMessage, wireError, type Wire } from './wire.ts';

/** What answers a line. Nothing where the message wants no answer. */
interface LineAnswers {
  readonly answer: (text: string) => Promise<object | undefined>;
  readonly unreadable: (why: string) => object;
}

/** The messages of the wire contract. */
export function wireLines(wire: Wire): LineAnswers {
  return { answer: (text) => answerText(wire, text), unreadable: (why) => wireError('request', why) };
}

/** The messages of an MCP client. */
export function interceptorLines(server: InterceptorServer): LineAnswers {
  const unreadable = (message: string): object => rpcError(null, rpcCodes.parse, { message });
  return {
    unreadable,
    answer: async (text) => {
      if (text.length > longestMessage) return unreadable('the message is too long');
      let message: unknown;
      try {
        message = parseStrictJson(text);
      } catch (error) {
        if (error instanceof SyntaxError) return unreadable('the message is not JSON');
        throw error;
      }
      return await server(message);
    },
  };
}

/**
 * One message per line, one answer per line, in order. Only a newline ends a line: at the other Unicode separators,
 * which JSON allows in strings, the text of a call could pass for a message of its own.
 */
export async function answerLines(
  { answer, unreadable }: LineAnswers,
  input: AsyncIterable<Buffer>,
  write: (line: string) => void,
): Promise<void> {
  let waiting: (() => Promise<object | undefined>)[] = [];
  const reader = readLines({
    line: (text) => waiting.push(() => answer(text)),
    unreadable: (why) => waiting.push(() => Promise.resolve(unreadable(why))),
  });
  const answerWaiting = async (): Promise<void> => {
    const now = waiting;
    waiting = [];
    for (const one of now) {
      const said = await one();
      if (said !== undefined) write(asLine(JSON.stringify(said)));
    }
  };
  for await (const bytes of input) {
    reader.push(bytes);
    await answerWaiting();
  }
  reader.end();
  await answerWaiting();
}
