import { readFileSync } from 'node:fs';
import { quotedWords } from '../quoted-words.ts';

/** One option of bubblewrap with its values. */
export interface PlanStep {
  readonly option: string;
  readonly values: readonly string[];
}

/** The engine's command line, read back: what it mounts and cuts off, and what it then starts. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  readonly start: readonly string[];
}

/** How many values each option takes. One that is not listed makes the plan unreadable, and the command is refused. */
const valuesOf: ReadonlyMap<string, number> = new Map([
  ['--new-session', 0],
  ['--die-with-parent', 0],
  ['--unshare-net', 0],
  ['--unshare-pid', 0],
  ['--unshare-user', 0],
  ['--ro-bind', 2],
  ['--bind', 2],
  ['--tmpfs', 1],
  ['--dev', 1],
  ['--proc', 1],
  ['--cap-drop', 1],
  ['--setenv', 2],
  ['--unsetenv', 1],
]);

export interface ReadPlanOptions {
  readonly bubblewrap: string;
  /** Process that holds a long list of mounts open for us. */
  readonly readFile?: (path: string) => string;
}

/** Nothing where the line is not a plan of the known form. */
export function readPlan(line: string, options: ReadPlanOptions): Plan | undefined {
  const words = quotedWords(line);
  if (words === undefined) return undefined;
  const args = bubblewrapArgs(words, options);
  return args === undefined ? undefined : readSteps(args);
}

const throughFile = ['/bin/sh', '-c', 'exec 9<"$1" && shift && exec "$@"', 'srt-args'];

/** A list that is too long for a line is in a file that the engine holds open, read at `--args 9`. */
function bubblewrapArgs(
  words: readonly string[],
  { bubblewrap, readFile = (path) => readFileSync(path, 'utf8') }: ReadPlanOptions,
): readonly string[] | undefined {
  const isProgram = (word: string | undefined): boolean => word === 'bwrap' || word === bubblewrap;
  if (isProgram(words[0])) return words.slice(1);
  const file = words[throughFile.length];
  if (!throughFile.every((word, at) => words[at] === word)) return undefined;
  if (file === undefined || !/^\/proc\/\d+\/fd\/\d+$/.test(file) || !isProgram(words[5])) return undefined;
  const args = words.slice(6);
  const at = args.indexOf('--args');
  if (at === -1 || args[at + 1] !== '9') return undefined;
  const mounts = readFile(file).split('\0').slice(0, -1);
  return [...args.slice(0, at), ...mounts, ...args.slice(at + 2)];
}

/** The words that bubblewrap is given, as `readSteps` takes them. */
export function argsOf({ steps, start }: Plan): readonly string[] {
  return [...steps.flatMap(({ option, values }) => [option, ...values]), '--', ...start];
}

export function readSteps(args: readonly string[]): Plan | undefined {
  const steps: PlanStep[] = [];
  for (let at = 0; at < args.length;) {
    const option = args[at] ?? '';
    if (option === '--') return { steps, start: args.slice(at + 1) };
    const count = valuesOf.get(option);
    if (count === undefined || at + count >= args.length) return undefined;
    steps.push({ option, values: args.slice(at + 1, at + 1 + count) });
    at += 1 + count;
  }
  return undefined;
}

/** What our own additions ask of bubblewrap: only more separation, the scratch directory, and a report. */
export interface Additions {
  readonly cwd: string;
  /** Bound at `/tmp` where nothing else is mounted there. */
  readonly scratchAtTmp?: string;
  /** What `TMPDIR` is inside: the engine sets one of its own. */
  readonly temporary: string;
  /** Descriptor on which bubblewrap reports that it started the command, and how that ended. */
  readonly reportOn: number;
  /** Descriptor from which it reads our filter of system calls. */
  readonly filterOn: number;
}

export function planArgs(
  { steps, start }: Plan,
  { cwd, scratchAtTmp, temporary, reportOn, filterOn }: Additions,
): string[] {
  const all = steps.flatMap((step, at) => [
    step.option,
    ...step.values,
    ...(at === rootAt(steps) && scratchAtTmp !== undefined ? ['--bind', scratchAtTmp, '/tmp'] : []),
  ]);
  return [
    '--json-status-fd',
    String(reportOn),
    '--add-seccomp-fd',
    String(filterOn),
    '--unshare-ipc',
    '--unshare-uts',
    ...all,
    '--setenv',
    'TMPDIR',
    temporary,
    '--chdir',
    cwd,
    '--',
    ...start,
  ];
}

/** Where the plan mounts the whole disk read-only; everything else is mounted on it. */
export function rootAt(steps: readonly PlanStep[]): number {
  return steps.findIndex(
    ({ option, values }) => option === '--ro-bind' && values[0] === '/' && values[1] === '/',
  );
}
