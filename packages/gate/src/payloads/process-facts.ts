import { readFileSync, readlinkSync } from 'node:fs';

/** A process as the kernel tells it. A number alone is nobody: it is given to another process after a while. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** In the kernel's ticks since the start of the machine. */
  readonly started: string;
  /** Its current value: a process may rewrite its own, and nobody else's. */
  readonly commandLine: string;
}

/** Undefined where there is no such process any more, or no /proc to ask. */
export function processFacts(pid: number): ProcessFacts | undefined {
  const stat = readProcess(pid, 'stat');
  const commandLine = readProcess(pid, 'cmdline');
  if (stat === undefined || commandLine === undefined) return undefined;
  // The name is in parentheses and may contain anything.
  const [state = '', parent = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const started = rest[17] ?? '';
  if (state === 'Z' || state === 'X' || started === '') return undefined;
  return {
    pid,
    parent: Number(parent),
    started,
    commandLine: commandLine.replaceAll('\0', ' ').trimEnd(),
  };
}

export function isSameProcess(
  a: Pick<ProcessFacts, 'pid' | 'started'>,
  b: Pick<ProcessFacts, 'pid' | 'started'> | undefined,
): boolean {
  return b !== undefined && a.pid === b.pid && a.started === b.started;
}

/** More than any launcher needs. */
const mostAncestors = 8;

export interface StartedBy {
  /** The agent program. */
  readonly host: ProcessFacts;
  /** From our parent to the host: shells and `timeout` of the launcher. */
  readonly chain: readonly ProcessFacts[];
}

/**
 * The program that started this hook: the first ancestor that is not part of the launcher, whose every process has the
 * launcher's words in its command line.
 */
export function startedBy(launcherMark: string, from: number = process.ppid): StartedBy | undefined {
  const chain: ProcessFacts[] = [];
  for (let pid = from; chain.length < mostAncestors && pid > 1;) {
    const facts = processFacts(pid);
    if (facts === undefined) return undefined;
    chain.push(facts);
    if (!facts.commandLine.includes(launcherMark)) return { host: facts, chain };
    pid = facts.parent;
  }
  return undefined;
}

/** Whether all of them are still there, each the child of the next: a host that gave up has ended one of them. */
export function isStillStartedBy({ chain }: StartedBy): boolean {
  return chain.every((then, at) => {
    const now = processFacts(then.pid);
    const next = chain[at + 1];
    return now !== undefined && isSameProcess(then, now) && (next === undefined || now.parent === next.pid);
  });
}

/** The terminal from which a process reads, such as `/dev/pts/3`; nothing where a program or a file feeds it. */
export function terminalOf(pid: number): string | undefined {
  try {
    const input = readlinkSync(`/proc/${pid}/fd/0`);
    return /^\/dev\/(?:pts\/\d+|tty\w*|console)$/.test(input) ? input : undefined;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** The variables that a process was started with; none where they cannot be told. */
export function startEnvironment(pid: number): ReadonlyMap<string, string> {
  const lines = readProcess(pid, 'environ')?.split('\0') ?? [];
  return new Map(
    lines.map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, Math.max(0, at)), line.slice(at + 1)] as const;
    }),
  );
}

/** The directory that a process works in; nothing where that cannot be told. */
export function processDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function readProcess(pid: number, file: 'stat' | 'cmdline' | 'environ'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch (error) {
    // It ended, it is not ours to read, or this system has no /proc.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
