import { isAtOrBelow } from '../read-profile.ts';
import { type Plan, type PlanStep, rootAt } from './plan.ts';

/** What the plan must express: real paths, each of which exists. */
export interface Expected {
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
  readonly hidden: readonly string[];
  /** Where the engine's own sockets and empty directories are. None for a plan that was kept: it has nothing of its own. */
  readonly runFolder?: string;
  readonly filter: string;
}

const needed: readonly string[] = [
  '--new-session',
  '--die-with-parent',
  '--unshare-net',
  '--unshare-pid',
  '--unshare-user',
  '--cap-drop ALL',
  '--dev /dev',
  '--proc /proc',
];

/** Why the engine's plan is not the sandbox that was asked for. Nothing where it is. */
export function planProblem(plan: Plan, expected: Expected): string | undefined {
  const { steps, start } = plan;
  const said = new Set(steps.map(({ option, values }) => [option, ...values].join(' ')));
  const lacks = needed.find((step) => !said.has(step));
  if (lacks !== undefined) return `the engine left out ${lacks}`;
  // Its sockets may come before: they lie on the disk that is then mounted over them.
  const first = steps.findIndex((step) => isMount(step) && !isSocket(step, expected));
  if (first === -1 || first !== rootAt(steps)) return 'the engine did not start from a read-only disk';
  if (start[1] !== '-c' || start.length !== 3 || start[2]?.includes(`${expected.filter} `) !== true)
    return 'the engine left out its filter of system calls';
  const stray = steps.find((step) => isMount(step) && !isInPlace(step, expected));
  if (stray !== undefined) return `the engine put ${stray.values[0]} at ${stray.values[1]}`;
  const wide = steps.find((step) => step.option === '--bind' && !mayBeWritten(step, expected));
  if (wide !== undefined) return `the engine made ${wide.values[1]} writable`;
  return (
    firstWrong(expected.writable, (path) => kindAt(steps, path) !== 'writable', 'is not writable in') ??
    firstWrong(expected.readOnly, (path) => kindAt(steps, path) === 'writable', 'stays writable in') ??
    firstWrong(expected.hidden, (path) => kindAt(steps, path) !== 'hidden', 'stays readable in')
  );
}

function firstWrong(
  paths: readonly string[],
  isWrong: (path: string) => boolean,
  what: string,
): string | undefined {
  const wrong = paths.find(isWrong);
  return wrong === undefined ? undefined : `${wrong} ${what} the engine's plan`;
}

function isMount({ option }: PlanStep): boolean {
  return ['--ro-bind', '--bind', '--tmpfs', '--dev', '--proc'].includes(option);
}

/** Anything else could show what is hidden by another name. */
function isInPlace({ values: [source = '', target = source] }: PlanStep, { runFolder }: Expected): boolean {
  if (source === target || source === '/dev/null') return true;
  return runFolder !== undefined && isAtOrBelow(source, runFolder);
}

function mayBeWritten(step: PlanStep, expected: Expected): boolean {
  const [source = '', target = ''] = step.values;
  if (source !== target) return false;
  return isSocket(step, expected) || expected.writable.some((directory) => isAtOrBelow(target, directory));
}

function isSocket({ option, values: [source, target = ''] }: PlanStep, { runFolder }: Expected): boolean {
  if (runFolder === undefined || option !== '--bind' || source !== target) return false;
  return isAtOrBelow(target, runFolder) && target.endsWith('.sock');
}

/** What bubblewrap puts into a /dev that it makes. */
const ownDevices =
  /^\/dev\/(?:core|fd|full|null|ptmx|pts|random|shm|stderr|stdin|stdout|tty|urandom|zero)(?:\/|$)/u;

/** The last mount at or above a path decides what is there. */
function kindAt(steps: readonly PlanStep[], path: string): 'writable' | 'read-only' | 'hidden' {
  const last = steps.findLast((step) => isMount(step) && isAtOrBelow(path, step.values.at(-1) ?? ''));
  if (last === undefined || last.option === '--tmpfs' || last.values[0] === '/dev/null') return 'hidden';
  // Of the machine's devices a fresh /dev shows none: /dev/sda, /dev/loop-control.
  if (last.option === '--dev' && path.startsWith('/dev/') && !ownDevices.test(path)) return 'hidden';
  return last.option === '--bind' ? 'writable' : 'read-only';
}
