import { definedFields, type ToolCall } from '@permesso/engine/call';
import type { SandboxObligation } from '@permesso/engine/decision';
import { dirname, join } from 'node:path';
import { saveCall, waitingCall, sourceOptions } from '@permesso/gate/sandbox-calls';
import { readText, replaceFile } from '@permesso/gate/disk';
import type { Calls, HookHost } from '@permesso/gate/payloads';
import { quote, steering } from '../launch/launcher.ts';

/**
 * `carried`: the answer to this hook can make the calls run sandboxed. `left`: it could, but the model asks to run
 * them outside.
 */
export type SandboxWish = 'carried' | 'left' | 'none';

export function sandboxWish({ runsSandboxed, rewrites }: HookHost, incoming: Calls): SandboxWish {
  const { calls, toInput, toInputs } = incoming;
  if (runsSandboxed !== true || !rewrites || calls.some(({ tool }) => tool !== 'Bash')) return 'none';
  if (toInputs === undefined && (toInput === undefined || calls.length > 1)) return 'none';
  return calls.some(({ input }) => leavingPrefix.test(String(input['command']))) ? 'left' : 'carried';
}

/**
 * With this prefix a model asks a person to run one command outside: it is the same in every program, and without a
 * hook it does nothing.
 */
const leavingPrefix = /^\s*PERMESSO_UNSANDBOXED=1 +/;

/**
 * The calls as they are decided: without anything that would leave a sandbox, including the host's own switch. What
 * may run outside is for the policy and a person to decide. Inside, bash runs them, whatever the host starts: if the
 * host's shell is another one, the call may run in either.
 */
export function withoutLeaving({ calls, leaving = [] }: Calls): readonly ToolCall[] {
  return calls.map(({ shell, ...call }) => {
    const { command } = call.input;
    const rest = Object.entries(call.input).filter(([name]) => !leaving.includes(name));
    const input = {
      ...Object.fromEntries(rest),
      ...(typeof command === 'string' ? { command: command.replace(leavingPrefix, '') } : {}),
    };
    return { ...call, input, ...(shell === 'bash' ? { shell } : {}) };
  });
}

export interface SandboxedCommandOptions {
  /** The sandbox's folder, below our state. */
  readonly folder: string;
  /** The command line. */
  readonly program: string;
  /** The directory of a call that does not give one. */
  readonly cwd: string;
}

/**
 * The same call with a command that starts the sandbox and refers to the decided call by its digest: none of the
 * agent's text is left for a shell outside to run. It is repeated as a single word, for people and models who are
 * shown the command. A leading `cd` stays, because some programs continue in the directory where a command ends.
 */
export function sandboxedCommand(
  call: ToolCall,
  { profile, isAllowedByRules }: SandboxObligation,
  { folder, program, cwd }: SandboxedCommandOptions,
): ToolCall {
  const { command } = call.input;
  if (typeof command !== 'string') throw new TypeError('only a shell command runs sandboxed');
  const { session } = call;
  const id = saveCall(folder, {
    command,
    cwd: call.cwd ?? cwd,
    profile,
    ...definedFields({ session, isAllowedByRules }),
  });
  const runner = writeRunner(folder, program);
  const line = `${leadingDirectory(command)}${quote(runner)} ${id} ${quote(shownText(command))}`;
  return { ...call, input: { ...call.input, command: line } };
}

/**
 * Whether this command is one that we gave the host: some programs call the hook again for a rewritten command, and
 * some show it to the model, which may repeat it. `waits`: it runs what was allowed. `over`: it would run nothing.
 */
export function sandboxedState(command: unknown, folder: string): 'waits' | 'over' | undefined {
  if (typeof command !== 'string') return undefined;
  const line = command.slice(leadingDirectory(command).length);
  const start = `${quote(runnerIn(folder))} `;
  if (!line.startsWith(start)) return undefined;
  const id = line.slice(start.length, start.length + 64);
  const saved = waitingCall(folder, id);
  if (saved === undefined) return 'over';
  const given = `${leadingDirectory(saved.command)}${start}${id} ${quote(shownText(saved.command))}`;
  return command === given ? 'waits' : 'over';
}

function runnerIn(folder: string): string {
  return join(folder, 'run');
}

/**
 * A short name for a long line, without variables that control Node. Only we can write there, and no sandboxed call
 * can.
 */
function writeRunner(folder: string, program: string): string {
  const words = [process.execPath, '--no-warnings', ...sourceOptions(program), runnerBeside(program)];
  const text = `#!/bin/sh
unset ${steering.join(' ')}
exec ${words.map(quote).join(' ')} "$1"
`;
  const file = runnerIn(folder);
  const found = readText(file);
  if (!('text' in found) || found.text !== text) replaceFile(file, { text, mode: 0o700 });
  return file;
}

/** From the command line's path to the program that only runs a saved call. */
function runnerBeside(program: string): string {
  const folder = dirname(program);
  return program.endsWith('.ts')
    ? join(folder, 'run-sandboxed.ts')
    : join(dirname(folder), 'commands/run-sandboxed.cjs');
}

const mostShown = 400;

/** On one line: some programs read a command line by line. */
function shownText(command: string): string {
  const line = command.replaceAll(/\s+/g, ' ').trim();
  return line.length > mostShown ? `${line.slice(0, mostShown)}...` : line;
}

/** `cd sub && ` if the path is literal, so that it means the same in every shell. */
function leadingDirectory(command: string): string {
  return /^cd (?!-)[\w./@%+=:,-]+ && /.exec(command)?.[0] ?? '';
}
