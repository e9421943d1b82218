import { asLine, readLines } from '../mcp/protocol/lines.ts';
import { answerText, wireError, type Wire, type WireAnswer } from './wire.ts';

/**
 * One message on each line, one answer on each line, in their order. A line ends at a newline alone: at the other separators of
 * Unicode, which JSON allows within a string, the text of a call could pass for a message of its own.
 */
export async function answerLines(
  wire: Wire,
  input: AsyncIterable<Buffer>,
  write: (line: string) => void,
): Promise<void> {
  let waiting: (() => Promise<WireAnswer>)[] = [];
  const reader = readLines({
    line: (text) => waiting.push(() => answerText(wire, text)),
    unreadable: (why) => waiting.push(() => Promise.resolve(wireError('request', why))),
  });
  const answerWaiting = async (): Promise<void> => {
    const now = waiting;
    waiting = [];
    for (const answer of now) write(asLine(JSON.stringify(await answer())));
  };
  for await (const bytes of input) {
    reader.push(bytes);
    await answerWaiting();
  }
  reader.end();
  await answerWaiting();
}
