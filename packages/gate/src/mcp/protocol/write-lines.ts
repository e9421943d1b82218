import type { Writable } from 'node:stream';
import { asLine } from './lines.ts';

/** Writes messages as lines: all those of one turn of the event loop together, for one wake-up of the reader. */
export function lineWriter(stream: Writable, full: () => void = () => undefined): (text: string) => void {
  let waiting = '';
  const flush = (): void => {
    const lines = waiting;
    waiting = '';
    if (!stream.destroyed && !stream.writableEnded && !stream.write(lines)) full();
  };
  return (text) => {
    if (waiting === '') setImmediate(flush);
    waiting += asLine(text);
  };
}
