import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { definedFields, isRecord, parseJson } from '@permesso/engine/call';
import { quoteWord } from '@permesso/engine/facts';
import { failed } from '../engine-client.ts';
import type { CommandOptions, Sandbox } from '../open-sandbox.ts';
import type { SandboxProfile } from '../read-profile.ts';
import type { SandboxedCommand } from '../sandboxed-command.ts';
import { messageLine } from './message-line.ts';

/** What one command in a session sandbox may reach, where it starts, and its standard input. */
export interface SessionCommand extends Omit<CommandOptions, 'streams'> {
  /** For the command's standard input; empty when absent. */
  readonly input?: string;
}

export interface EndedCommand {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The server inside a sandbox that lives as long as the session. */
export interface RunningServer {
  readonly profile: SandboxProfile;
  readonly isOver: () => boolean;
  readonly run: (command: string, given: SessionCommand) => Promise<EndedCommand>;
  readonly end: () => Promise<void>;
}

interface ServerStart {
  readonly given: SessionCommand;
  readonly sandbox: Sandbox;
  readonly shell: string;
}

interface WaitingCommand {
  readonly out: Buffer[];
  readonly err: Buffer[];
  readonly end: (exitCode: number) => void;
  readonly fail: (message: string) => void;
}

/** The server is a command like any other for the engine: same plan, same checks, same proof. */
export async function startServer(
  profile: SandboxProfile,
  { given, sandbox, shell }: ServerStart,
): Promise<RunningServer> {
  const file = import.meta.url.endsWith('.ts') ? 'command-server.ts' : 'command-server.js';
  const words = [process.execPath, '--no-warnings', join(import.meta.dirname, file), shell];
  const server = await sandbox.start(`exec ${words.map(quoteWord).join(' ')}`, {
    profile,
    cwd: given.cwd,
    ...definedFields({ env: given.env }),
    streams: 'pipe',
  });
  const waiting = listenTo(server);
  const failAll = (message: string): void => {
    for (const each of waiting.values()) each.fail(message);
    waiting.clear();
  };
  let over = false;
  const whenEnded = async (): Promise<void> => {
    await Promise.allSettled([server.ended]);
    over = true;
    failAll('the sandbox of the session ended');
  };
  const ended = whenEnded();
  const input = server.stdin ?? new Writable();
  input.on('error', (error) => failAll(`the sandbox of the session takes no commands: ${error.message}`));
  const send = (message: object): void => {
    input.write(messageLine(message));
  };
  let last = 0;
  return {
    profile,
    isOver: () => over,
    run: (command, { cwd, input: text = '', signal }) =>
      new Promise((resolve, reject) => {
        if (command.includes('\0')) return reject(failed('the command has a NUL byte'));
        const id = ++last;
        const cancel = (): void => send({ cancel: id });
        const out: Buffer[] = [];
        const err: Buffer[] = [];
        const done = (): void => {
          waiting.delete(id);
          signal?.removeEventListener('abort', cancel);
        };
        waiting.set(id, {
          out,
          err,
          end: (exitCode) => {
            done();
            resolve({ exitCode, stdout: joinedText(out), stderr: joinedText(err) });
          },
          fail: (message) => {
            done();
            reject(failed(message));
          },
        });
        signal?.addEventListener('abort', cancel, { once: true });
        send({ id, command, cwd, input: text });
        if (signal?.aborted === true) cancel();
      }),
    end: async () => {
      server.kill('SIGKILL');
      await ended;
    },
  };
}

/** What a command inside writes into the server's pipe can only be another text for a command of the same session. */
function listenTo(server: SandboxedCommand): Map<number, WaitingCommand> {
  const waiting = new Map<number, WaitingCommand>();
  server.stderr?.resume();
  createInterface({ input: server.stdout ?? Readable.from([]) }).on('line', (line) => {
    const said = readServerMessage(line);
    const found = said === undefined ? undefined : waiting.get(said.id);
    if (said === undefined) server.kill('SIGKILL');
    else if (said.out !== undefined) found?.out.push(Buffer.from(said.out, 'base64'));
    else if (said.err !== undefined) found?.err.push(Buffer.from(said.err, 'base64'));
    else if (said.exitCode === undefined) found?.fail(said.problem ?? 'no reply');
    else found?.end(said.exitCode);
  });
  return waiting;
}

function joinedText(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}

/** What the server inside says of one of its commands. */
interface ServerMessage {
  readonly id: number;
  readonly out: string | undefined;
  readonly err: string | undefined;
  readonly exitCode: number | undefined;
  readonly problem: string | undefined;
}

/** Nothing where it is not a message: then nobody knows what is inside, and it is ended. */
function readServerMessage(line: string): ServerMessage | undefined {
  const said = parseJson(line);
  if (!isRecord(said) || typeof said['id'] !== 'number') return undefined;
  const text = (name: string): string | undefined => {
    const value = said[name];
    return typeof value === 'string' ? value : undefined;
  };
  const code = said['exitCode'];
  return {
    id: said['id'],
    out: text('out'),
    err: text('err'),
    exitCode: typeof code === 'number' && Number.isInteger(code) ? code & 0xff : undefined,
    problem: text('problem'),
  };
}
