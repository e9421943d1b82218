import { accessSync, constants } from 'node:fs';
import { posix } from 'node:path';
import { shellNames, shellProgram } from '@permesso/engine/call';
import {
  type HookHost,
  type Incoming,
  type Payload,
  type ShellChoice,
  textIn,
} from '@permesso/gate/payloads';

export type HookEnvironment = Readonly<Record<string, string | undefined>>;

/** The calls of a payload, each shell command with the shell that will run it, if known. */
export function callsIn(
  host: Pick<HookHost, 'toCall' | 'shell' | 'windowsShell'>,
  payload: Payload,
  env: HookEnvironment = process.env,
): Incoming {
  const incoming = host.toCall(payload);
  if ('malformed' in incoming) return incoming;
  // On Windows the others start cmd, or were never observed.
  const shell =
    process.platform === 'win32' ? (host.windowsShell ?? 'cmd') : shellOf(host.shell, payload, env);
  if (shell === undefined) return incoming;
  const [first, ...rest] = incoming.calls;
  const named = (call: typeof first): typeof first => (call.tool === 'Bash' ? { ...call, shell } : call);
  return { ...incoming, calls: [named(first), ...rest.map(named)] };
}

function shellOf(
  choice: ShellChoice | undefined,
  payload: Payload,
  env: HookEnvironment,
): string | undefined {
  if (choice === undefined) return undefined;
  if ('always' in choice) return choice.always;
  if ('told' in choice) return toldShell(textIn(payload, choice.told));
  const { variables, takes } = choice;
  const named = variables
    .map((name) => env[name])
    .find((value) => value !== undefined && takes.some((shell) => value.includes(shell)));
  return takes.find((shell) => shell === installedShell(named));
}

/** Another shell keeps its name: commands for it are not parsed. */
function toldShell(path: string | undefined): string | undefined {
  const program = shellProgram(path ?? '');
  const isModelled = shellNames.some((shell) => shell === program);
  return isModelled || program === '' ? installedShell(path) : program;
}

/**
 * System directories of shells, with nothing of a project in them: a repository's settings can name any file as the
 * shell.
 */
const shellFolders: ReadonlySet<string> = new Set([
  '/bin',
  '/usr/bin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/opt/local/bin',
  '/run/current-system/sw/bin',
]);

/** The shell at this path. A program that finds none there looks for another one: then it may be any. */
function installedShell(path: string | undefined): string | undefined {
  if (path === undefined || !shellFolders.has(posix.dirname(path)) || !isExecutable(path)) return undefined;
  return posix.basename(path);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}
