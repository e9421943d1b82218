import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processesWith } from '../hosts/run-program.ts';
import type { Stage } from './stage.ts';

export function must(holds: boolean, otherwise: string, { window, ran }: Stage): void {
  if (!holds) throw new Error(`${otherwise}; ran: ${ran().join(', ')}\n${window.screen()}`);
}

export async function ranTimes(stage: Stage, times: number, seconds = 120): Promise<void> {
  for (let left = seconds * 10; stage.ran().length < times && left > 0; left--) await wait(100);
  must(stage.ran().length === times, `ran ${stage.ran().length} times instead of ${times}`, stage);
}

export async function gone({ window }: Stage, pattern: RegExp, seconds = 60): Promise<void> {
  for (let left = seconds * 10; left > 0; left--) {
    if (!pattern.test(window.screen())) return;
    await wait(100);
  }
  throw new Error(`the form stayed:\n${window.screen()}`);
}

/** Until this many calls have ended, one way or another: the model was told how. */
export async function callsEnded(stage: Stage, count: number): Promise<void> {
  const ended = (): number => Math.max(0, ...stage.model.turns.map(({ results }) => results.length));
  await until(() => ended() >= count, `not ${count} calls ended`, stage);
}

export async function until(holds: () => boolean, otherwise: string, stage: Stage): Promise<void> {
  for (let left = 1200; !holds() && left > 0; left--) await wait(100);
  must(holds(), otherwise, stage);
}

/** What the model was told, as far as it is about the call. */
export async function toldModel(stage: Stage, pattern: RegExp, seconds = 120): Promise<string> {
  for (let left = seconds * 10; left > 0; left--) {
    const found = JSON.stringify(stage.model.turns.map(({ body }) => body))
      .split(/\\+n|"/)
      .findLast((text) => pattern.test(text) && !text.includes('tool_use_id'));
    if (found !== undefined) return found.slice(0, 300);
    await wait(100);
  }
  throw new Error(`the model was not told ${String(pattern)}:\n${stage.window.screen()}`);
}

/** The hook itself, not its launcher: that one answers in its place. */
export function hooksOf({ machine }: Stage): readonly number[] {
  return processesWith('--launched', 'cmdline').filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(machine.node),
  );
}

export function bridgesIn({ machine }: Stage): readonly number[] {
  return readdirSync(join(machine.state, 'bridges')).flatMap((name) => {
    const pid = /-(\d+)\.json$/.exec(name)?.[1];
    return pid === undefined ? [] : [Number(pid)];
  });
}

export function rulesIn({ machine }: Stage): string {
  const file = join(machine.project, '.permesso/policy.local.yaml');
  return existsSync(file) ? (/rule: (.*)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'no rule') : 'no file';
}
