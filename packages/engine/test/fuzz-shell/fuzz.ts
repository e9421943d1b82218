import { readShell } from '../../src/facts/shell/read/read-shell.ts';
import { generateScript } from './grammar.ts';
import { mutateScript, split, tokenSoup } from './mutate.ts';
import type { Oracle } from './oracle.ts';
import { violationOf } from './property.ts';
import type { Violation } from './property.ts';
import type { Random } from './random.ts';

export interface Tally {
  scripts: number;
  /** Given to bash: the reading had no doubt. */
  run: number;
  /** Commands that bash started. */
  started: number;
  unknown: number;
  stuck: number;
  readonly violations: Finding[];
  readonly reasons: Map<string, number>;
}

export interface Finding {
  readonly script: string;
  readonly violation: Violation;
}

export function newTally(): Tally {
  return { scripts: 0, run: 0, started: 0, unknown: 0, stuck: 0, violations: [], reasons: new Map() };
}

export interface Source {
  readonly random: Random;
  readonly corpus: readonly string[];
}

const LONGEST = 600;

/**
 * Scripts that could touch something outside of the throw-away directory, or the process that runs them, are
 * not run at all: no slash but in `/dev/null` and `${x/a/b}`, however it is spelled.
 */
const UNSAFE =
  /\/|\\x2f|\\0?57|\\u0*2f|\\U0*2f|\b(?:kill|ulimit|suspend|logout|umask|fg|bg|disown|BASH|SHELL|_)\b|__|\\[0-7x]{2}|OLDPWD/i;

function isSafe(script: string): boolean {
  const rest = script
    .replaceAll('/dev/null', '')
    .replaceAll(/\$\{\w+(?:\[\w*\])?\/[^\s;&|<>}]*\}/g, '')
    .replaceAll(/\\x6[2d]|\\101|\\xff/g, '');
  // A control character could be one that separates records in the log.
  const loggable = !script.includes('\0') && !script.includes('\\c');
  return script.length <= LONGEST && loggable && !UNSAFE.test(rest);
}

/** One script that may be run. */
function nextScript({ random, corpus }: Source): string {
  for (;;) {
    const kind = random.below(10);
    const script =
      kind < 6 ? generateScript(random) : kind < 9 ? mutateScript(random, corpus) : tokenSoup(random);
    if (isSafe(script)) return script;
  }
}

const BATCH = 400;

/** Generates, reads and, where the reading has no doubt, runs a batch of scripts. */
export async function fuzzBatch(oracle: Oracle, source: Source, tally: Tally): Promise<void> {
  const batch: { script: string; reading: ReturnType<typeof readShell> }[] = [];
  while (batch.length < BATCH) {
    const script = nextScript(source);
    const reading = readShell(script);
    tally.scripts += 1;
    const doubt = reading.doubts[0];
    if (doubt === undefined) batch.push({ script, reading });
    else {
      tally.unknown += 1;
      tally.reasons.set(doubt.reason, (tally.reasons.get(doubt.reason) ?? 0) + 1);
    }
  }
  const runs = await oracle.run(batch.map(({ script }) => script));
  for (const [index, { script, reading }] of batch.entries()) {
    const run = runs[index];
    tally.run += 1;
    if (run === undefined) tally.stuck += 1;
    tally.started += run?.length ?? 0;
    const violation = violationOf(reading, run, script);
    if (violation !== undefined) tally.violations.push({ script, violation });
  }
}

/** The smallest script, by leaving tokens out, that still shows a violation of the same kind. */
export async function shrink(oracle: Oracle, { script, violation }: Finding): Promise<string> {
  const fails = async (tokens: readonly string[]): Promise<boolean> => {
    const text = tokens.join('');
    const reading = readShell(text);
    if (reading.doubts.length > 0 || !isSafe(text)) return false;
    const [run] = await oracle.run([text]);
    return violationOf(reading, run, text)?.kind === violation.kind;
  };
  let tokens = split(script);
  if (!(await fails(tokens))) return script;
  for (let size = Math.max(1, tokens.length >> 1); size >= 1; size = size === 1 ? 0 : size >> 1) {
    for (let at = 0; at + size <= tokens.length;) {
      const fewer = [...tokens.slice(0, at), ...tokens.slice(at + size)];
      if (fewer.length > 0 && (await fails(fewer))) tokens = fewer;
      else at += 1;
    }
  }
  return tokens.join('');
}
