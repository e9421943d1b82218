/**
 * Runs inside the sandbox for as long as the agent's session lives: reads commands from its standard input, which is a pipe
 * to the process that started the sandbox, and starts each of them. So what one command leaves running is there for the next.
 * It decides nothing and holds nothing: whatever it does, the sandbox is around it. Of this package it imports two files that
 * stand beside it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { feedInput } from './feed-input.ts';
import { messageLine } from './message-line.ts';

export interface SessionRequest {
  readonly id: number;
  readonly command: string;
  readonly cwd: string;
  readonly input: string;
}

export type SessionMessage =
  | { readonly id: number; readonly out: string }
  | { readonly id: number; readonly err: string }
  | { readonly id: number; readonly exitCode: number }
  | { readonly id: number; readonly problem: string };

const [shell = '/bin/bash'] = process.argv.slice(2);
const running = new Map<number, ChildProcess>();

function tell(message: SessionMessage): void {
  process.stdout.write(messageLine(message));
}

function startRequested({ id, command, cwd, input }: SessionRequest): void {
  // A group of its own: what is cancelled ends with its children, what runs in the background stays.
  const child = spawn(shell, ['-c', command], { cwd, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  running.set(id, child);
  let seen = 0;
  let isOver = false;
  void feedInput(child.stdin, input);
  for (const [stream, name] of [
    [child.stdout, 'out'],
    [child.stderr, 'err'],
  ] as const)
    stream.on('data', (bytes: Buffer) => {
      seen++;
      // What background processes print later belongs to no command; it is read so that they can go on.
      if (isOver) return;
      const text = bytes.toString('base64');
      tell(name === 'out' ? { id, out: text } : { id, err: text });
    });
  child.once('error', (error) => {
    isOver = true;
    running.delete(id);
    tell({ id, problem: error.message });
  });
  child.once('exit', (code, signal) => {
    const exitCode = code ?? 128 + signalNumber(signal);
    // Everything that it wrote is in the pipes by now; background processes may hold them open for hours.
    const drain = (before: number, quiet: number): void => {
      if (quiet < 2) setImmediate(() => drain(seen, seen === before ? quiet + 1 : 0));
      else {
        isOver = true;
        running.delete(id);
        tell({ id, exitCode });
      }
    };
    if (!isOver) drain(seen, 0);
  });
}

function signalNumber(signal: NodeJS.Signals | null): number {
  return signal === 'SIGTERM' ? 15 : signal === 'SIGINT' ? 2 : signal === 'SIGHUP' ? 1 : 9;
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const request = JSON.parse(line) as SessionRequest | { readonly cancel: number };
    if (!('cancel' in request)) return startRequested(request);
    const pid = running.get(request.cancel)?.pid;
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  })
  // The session is over: the sandbox ends with its first process, and everything in it.
  .on('close', () => process.exit(0));
