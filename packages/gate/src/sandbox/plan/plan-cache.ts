import { parseJson } from '@permesso/engine/call';
import { createHash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../disk/read-text.ts';
import { replaceFile } from '../../disk/replace-file.ts';
import type { LinuxEngine } from '../find-engine.ts';
import { argsOf, readSteps, type Plan } from './plan.ts';
import type { Prepared } from '../prepare.ts';

/**
 * Plans of earlier commands. The engine reads the disk and starts two programs for each plan, which takes longer than the
 * command; loading the engine takes half a second. A plan is used again only where everything it was made from is the same
 * now: the engine, the kernel, the real path and the kind of each place that it mounts. It is checked against the profile again
 * like a new one.
 */
export interface PlanCache {
  readonly find: (key: string) => Plan | undefined;
  readonly keep: (key: string, plan: Plan) => void;
}

const most = 32;

/** Kept on disk beside the proofs: most processes that run a sandboxed command run one. */
export function planCache(folder: string): PlanCache {
  const file = join(folder, 'plans.json');
  let plans: Map<string, Plan> | undefined;
  return {
    find: (key) => {
      plans ??= new Map(readPlans(file));
      const plan = plans.get(key);
      return plan !== undefined && isAllThere(plan) ? plan : undefined;
    },
    keep: (key, plan) => {
      // Another process may have kept one since: the newest stay, and one that is lost is made again.
      plans = new Map([...[...readPlans(file)].slice(1 - most), [key, plan]]);
      const kept = [...plans].map(([each, of]) => [each, argsOf(of)]);
      replaceFile(file, { text: JSON.stringify(kept), mode: 0o600 });
    },
  };
}

/** Damaged is the same as none: the plan is made again. */
function* readPlans(file: string): Generator<readonly [string, Plan]> {
  const read = readText(file);
  if (!('text' in read)) return;
  for (const each of listIn(read.text)) {
    if (!Array.isArray(each)) continue;
    const [key, args] = each as readonly unknown[];
    if (typeof key !== 'string' || !Array.isArray(args) || !args.every((word) => typeof word === 'string'))
      continue;
    const plan = readSteps(args);
    if (plan !== undefined) yield [key, plan];
  }
}

function listIn(text: string): readonly unknown[] {
  const said: unknown = parseJson(text);
  return Array.isArray(said) ? said : [];
}

/** The engine mounts places of the system too, which the key does not name: without one of them the command could not start. */
function isAllThere({ steps }: Plan): boolean {
  return steps.every(({ option, values: [place = ''] }) => {
    if (!['--ro-bind', '--bind', '--tmpfs'].includes(option)) return true;
    return lstatSync(place, { throwIfNoEntry: false }) !== undefined;
  });
}

/** What a plan depends on. Nothing where hosts are listed: such a plan holds an id that is for one command alone. */
export function planKey(prepared: Prepared, { places, scratch, proof }: PlanInputs): string | undefined {
  if (prepared.hosts.length > 0) return undefined;
  const look = (path: string): readonly string[] => [path, realpathSync(path), kindOf(path)];
  const { writable, hidden, scratchAtTmp } = prepared;
  const aside = scratchAtTmp ? '' : scratch;
  const inputs = [proof, writable.map(look), places.map(look), hidden.map(look), aside];
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
}

interface PlanInputs {
  readonly places: readonly string[];
  readonly scratch: string;
  /** Names engine, kernel, user and shape of the profile. */
  readonly proof: string;
}

function kindOf(path: string): string {
  const found = lstatSync(path);
  return found.isDirectory() ? 'directory' : found.isFile() ? 'file' : 'other';
}

/** Stands for the command in a plan that is kept. */
const blank = 'COMMAND';

/** A plan without its command, if it has the form in which another one can be put. */
export function withoutCommand(
  { steps, start }: Plan,
  command: string,
  engine: LinuxEngine,
): Plan | undefined {
  const [shell = '', flag = '', script] = start;
  if (shell !== engine.shell || flag !== '-c' || script !== scriptOf(command, engine)) return undefined;
  return { steps, start: [shell, flag, blank] };
}

export function withCommand({ steps }: Plan, command: string, engine: LinuxEngine): Plan {
  return { steps, start: [engine.shell, '-c', scriptOf(command, engine)] };
}

/** As the engine writes it where there is no network: the filter, then the shell with the command. */
function scriptOf(command: string, { filter, shell }: LinuxEngine): string {
  return `SRT_ALLOW_NESTED_USERNS=0 ${engineWord(filter)} ${engineWord(shell)} -c ${engineWord(command)}`;
}

function engineWord(word: string): string {
  if (word === '') return "''";
  return /^[\w./:@+,-][\w./:=@+,-]*$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}
