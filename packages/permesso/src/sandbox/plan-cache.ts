import { lstatSync, realpathSync } from 'node:fs';
import type { Engine } from './find-engine.ts';
import type { Plan } from './plan.ts';
import type { Prepared } from './prepare.ts';

/**
 * Plans of earlier commands. The engine reads the disk and starts two programs for each plan, which takes longer than the
 * command. A plan is used again only where everything it was made from is the same now: the real path and the kind of
 * each place that it mounts. It is checked against the profile again like a new one.
 */
export interface PlanCache {
  readonly find: (key: string) => Plan | undefined;
  readonly keep: (key: string, plan: Plan) => void;
}

const most = 32;

export function planCache(): PlanCache {
  const plans = new Map<string, Plan>();
  return {
    find: (key) => plans.get(key),
    keep: (key, plan) => {
      if (plans.size >= most) plans.clear();
      plans.set(key, plan);
    },
  };
}

/** What a plan depends on. Nothing where hosts are listed: such a plan holds an id that is for one command alone. */
export function planKey(
  prepared: Prepared,
  { places, scratch }: { readonly places: readonly string[]; readonly scratch: string },
): string | undefined {
  if (prepared.hosts.length > 0) return undefined;
  const look = (path: string): readonly string[] => [path, realpathSync(path), kindOf(path)];
  const { writable, hidden, scratchAtTmp } = prepared;
  return JSON.stringify([writable.map(look), places.map(look), hidden.map(look), scratchAtTmp, scratch]);
}

function kindOf(path: string): string {
  const found = lstatSync(path);
  return found.isDirectory() ? 'directory' : found.isFile() ? 'file' : 'other';
}

/** Stands for the command in a plan that is kept. */
const blank = 'COMMAND';

/** A plan without its command, if it has the form in which another one can be put. */
export function withoutCommand({ steps, start }: Plan, command: string, engine: Engine): Plan | undefined {
  const [shell = '', flag = '', script] = start;
  return script === scriptOf(command, engine) ? { steps, start: [shell, flag, blank] } : undefined;
}

export function withCommand({ steps, start }: Plan, command: string, engine: Engine): Plan {
  return { steps, start: [...start.slice(0, 2), scriptOf(command, engine)] };
}

/** As the engine writes it where there is no network: the filter, then the shell with the command. */
function scriptOf(command: string, { filter, shell }: Engine): string {
  return `SRT_ALLOW_NESTED_USERNS=0 ${engineWord(filter)} ${engineWord(shell)} -c ${engineWord(command)}`;
}

function engineWord(word: string): string {
  if (word === '') return "''";
  return /^[\w./:@+,-][\w./:=@+,-]*$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}
