import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Readable, Writable } from 'node:stream';
import { readLines } from '../protocol/lines.ts';
import { errorCodes, errorText } from '../protocol/message.ts';
import { readMessage } from '../protocol/read-message.ts';
import type { Route } from '../route.ts';
import type { Session } from '../session.ts';
import { lineWriter } from '../protocol/write-lines.ts';

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

const lastAnswers = 5000;

/**
 * Serves the one client of this process. `open` receives the route back to it; resolves when the client has
 * disconnected.
 */
export async function serveStdio(
  { input, output }: Streams,
  open: (stray: Pick<Route, 'tell'>) => Session,
): Promise<void> {
  // If the client reads slowly, we read slowly too, so that nothing piles up.
  const write = lineWriter(output, () => {
    if (input.isPaused()) return;
    input.pause();
    output.once('drain', () => input.resume());
  });
  const route: Route = { reply: write, tell: write };
  const session = open(route);
  const lines = readLines({
    line: (text) => {
      const read = readMessage(text);
      if ('message' in read) session.receive(read.message, route);
      else if ('batch' in read) session.receiveBatch(read.batch, route);
      else write(errorText('null', read.problem));
    },
    unreadable: (message) => write(errorText('null', { code: errorCodes.parse, message })),
  });
  const gone = Promise.withResolvers<void>();
  input.on('data', (bytes: Buffer) => lines.push(bytes));
  input.on('end', () => {
    lines.end();
    gone.resolve();
  });
  input.on('error', () => gone.resolve());
  output.on('error', () => gone.resolve());
  output.on('close', () => gone.resolve());
  await gone.promise;
  // A client that writes all requests and then nothing more still wants the answers.
  if (!output.destroyed) await session.settled(lastAnswers);
  await nextTurn();
  session.close();
}
