import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import type { ServerSpec } from './read-servers.ts';

/** What is known about a server because we start it. */
export interface StartedServer {
  /** Its directory, and the directories among its arguments: it resolves relative paths there. */
  readonly roots?: readonly string[];
  /** The package and exact version that its command names. */
  readonly package?: string;
}

export function startedServer(spec: ServerSpec, cwd: string): StartedServer {
  if (spec.by !== 'process') return {};
  const directory = resolve(cwd, spec.cwd ?? '.');
  const named = spec.args
    .map((arg) => resolve(directory, arg.startsWith('-') ? arg.slice(arg.indexOf('=') + 1) : arg))
    .filter(isDirectory);
  const pinned = packageOf(spec);
  return { roots: [...new Set([directory, ...named])], ...definedFields({ package: pinned }) };
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    // Not a path (too long, or with a NUL), or not accessible.
    if (error instanceof Error) return false;
    throw error;
  }
}

const runners: ReadonlyMap<string, readonly string[]> = new Map([
  ['npx', []],
  ['bunx', []],
  ['pnpx', []],
  ['npm', ['exec', 'x']],
  ['pnpm', ['dlx']],
  ['yarn', ['dlx']],
  ['uvx', []],
]);

/** Options of those runners that do not affect which package is run. */
const harmless: ReadonlySet<string> = new Set(['-y', '--yes', '-q', '--quiet', '--silent', '--']);

/**
 * `npx -y name@1.2.3 ...`: the only form in which a command line determines what is run. Without an exact version,
 * with any other option, or with a path, the program can change while the command line stays the same.
 */
export function packageOf({
  command,
  args,
}: Pick<ServerSpec & { by: 'process' }, 'command' | 'args'>): string | undefined {
  const verbs = runners.get(command);
  if (verbs === undefined) return undefined;
  let rest = args;
  if (verbs.length > 0) {
    if (!verbs.includes(args[0] ?? '')) return undefined;
    rest = args.slice(1);
  }
  const name = rest.find((arg) => !harmless.has(arg));
  if (name === undefined) return undefined;
  return /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*(?:@|==)\d[\w.+-]*$/iu.test(name)
    ? name.replace('==', '@')
    : undefined;
}
