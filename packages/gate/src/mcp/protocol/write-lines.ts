import type { Writable } from 'node:stream';
import { asLine } from './lines.ts';

/** Writes messages as lines: all messages of one turn of the event loop in one write, to wake the reader once. */
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
