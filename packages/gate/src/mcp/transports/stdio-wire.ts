import { spawn } from 'node:child_process';
import { definedFields } from '@permesso/engine/call';
import { readLines } from '../protocol/lines.ts';
import { plainAnswer, readMessage } from '../protocol/read-message.ts';
import type { OpenWire } from './wire.ts';
import { lineWriter } from '../protocol/write-lines.ts';

export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** How long a server may take to exit once its input is closed. */
const goodbye = 2000;

/** A server that is our child process and speaks on its standard streams. */
export function stdioWire(server: StdioServer, report: (line: string) => void): OpenWire {
  return (events) => {
    const child = spawn(server.command, server.args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...server.env },
      ...definedFields({ cwd: server.cwd }),
    });
    let over = false;
    const end = (why: string): void => {
      if (over) return;
      over = true;
      events.ended(why);
    };
    const lines = readLines({
      line: (text) => {
        const answer = plainAnswer(text);
        if (answer !== undefined) {
          events.message(answer);
          return;
        }
        const read = readMessage(text);
        if ('message' in read) events.message(read.message);
        else if ('batch' in read) for (const message of read.batch) events.message(message);
        // Servers often print to the wrong stream; such a line is not a message.
        else report(`${server.command} wrote what is not a message: ${read.problem.message}`);
      },
      unreadable: (why) => report(`${server.command}: ${why}`),
    });
    child.stdout.on('data', (bytes: Buffer) => lines.push(bytes));
    child.stdout.on('end', () => lines.end());
    child.on('error', (error) => end(`the server cannot be started: ${error.message}`));
    child.on('close', (code, signal) => end(`the server has ended (${signal ?? `exit ${code ?? '?'}`})`));
    // `close` reports a server that has exited.
    child.stdin.on('error', () => undefined);
    const write = lineWriter(child.stdin);
    return {
      send: ({ text }) => {
        if (!over) write(text);
      },
      close: () => {
        over = true;
        // Messages sent in this turn go out first.
        setImmediate(() => child.stdin.end());
        const timer = setTimeout(() => child.kill('SIGTERM'), goodbye);
        const last = setTimeout(() => child.kill('SIGKILL'), 2 * goodbye);
        child.on('close', () => {
          clearTimeout(timer);
          clearTimeout(last);
        });
      },
    };
  };
}
