import { readShellText } from '../../src/facts/shell/read/read-shell.ts';
import { EVERY_SHELL } from '../../src/facts/shell/read/shells/shell-set.ts';
import type { Shell } from '../../src/facts/shell/read/shells/shell-set.ts';
import type { ShellReading } from '../../src/facts/shell/read/state/invocation.ts';
import { dialects } from './dialect.ts';
import { generateScript } from './grammar.ts';
import { mutateScript, split, tokenSoup } from './mutate.ts';
import type { Oracle, Run } from './oracle.ts';
import { violationOf } from './property.ts';
import type { Violation } from './property.ts';
import type { Random } from './random.ts';

export interface Tally {
  scripts: number;
  /** Given to the shell: a reading had no doubt. */
  run: number;
  /** Of these, read without doubt for any shell that it may be. */
  runUnknown: number;
  /** Commands that the shell started. */
  started: number;
  unknown: number;
  stuck: number;
  readonly violations: Finding[];
  readonly reasons: Map<string, number>;
}

export interface Finding {
  readonly script: string;
  readonly violation: Violation;
  /** What the reader was told: the shell, or nothing. */
  readonly told: Told;
}

type Told = 'the shell' | 'nothing';

export function newTally(): Tally {
  return {
    scripts: 0,
    run: 0,
    runUnknown: 0,
    started: 0,
    unknown: 0,
    stuck: 0,
    violations: [],
    reasons: new Map(),
  };
}

export interface Source {
  readonly shell: Shell;
  readonly random: Random;
  readonly corpus: readonly string[];
}

const LONGEST = 600;

/**
 * Scripts that could touch something outside of the throw-away directory, or the process that runs them, are
 * not run at all: no slash but in `/dev/null` and `${x/a/b}`, however it is spelled.
 */
const UNSAFE =
  /\/|\\x2f|\\0?57|\\u0*2f|\\U0*2f|\b(?:kill|ulimit|suspend|logout|umask|fg|bg|disown|BASH|SHELL|_|u?n?limit|zpty|ztcp|zftp|zsocket|sched)\b|__|\\[0-7x]{2}|OLDPWD/i;

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
function nextScript({ shell, random, corpus }: Source): string {
  for (;;) {
    const kind = random.below(10);
    const script =
      kind < 6
        ? generateScript(random, dialects[shell])
        : kind < 9
          ? mutateScript(random, corpus)
          : tokenSoup(random);
    if (isSafe(script)) return script;
  }
}

const BATCH = 400;

/** What is read of a script, for a reader that knows the shell and for one that does not. */
type Understood = ReadonlyMap<Told, readonly ShellReading[]>;

/** Without the readings that have a doubt: those claim nothing. */
function understood(script: string, shell: Shell): { readonly known: Understood; readonly doubt: string } {
  const readings: readonly (readonly [Told, readonly ShellReading[]])[] = [
    ['the shell', readShellText(script, [shell])],
    ['nothing', readShellText(script, EVERY_SHELL)],
  ];
  const doubt = readings.flatMap(([, each]) => each.flatMap(({ doubts }) => doubts))[0];
  const known = readings.filter(([, each]) => each.every(({ doubts }) => doubts.length === 0));
  return { known: new Map(known), doubt: doubt?.reason ?? '' };
}

/** Generates, reads and, where a reading has no doubt, runs a batch of scripts. */
export async function fuzzBatch(oracle: Oracle, source: Source, tally: Tally): Promise<void> {
  const batch: { script: string; known: Understood }[] = [];
  while (batch.length < BATCH) {
    const script = nextScript(source);
    const { known, doubt } = understood(script, source.shell);
    tally.scripts += 1;
    if (known.size > 0) batch.push({ script, known });
    else {
      tally.unknown += 1;
      tally.reasons.set(doubt, (tally.reasons.get(doubt) ?? 0) + 1);
    }
  }
  const runs = await oracle.run(batch.map(({ script }) => script));
  for (const [index, { script, known }] of batch.entries()) {
    const run = runs[index];
    tally.run += 1;
    if (known.has('nothing')) tally.runUnknown += 1;
    if (run === undefined) tally.stuck += 1;
    tally.started += run?.started.length ?? 0;
    const finding = findingOf(script, known, run);
    if (finding !== undefined) tally.violations.push(finding);
  }
}

/** What goes wrong with these scripts. */
export async function findScripts(
  oracle: Oracle,
  scripts: readonly string[],
  shell: Shell,
): Promise<readonly Finding[]> {
  const runs = await oracle.run(scripts);
  return scripts.flatMap((script, at) => {
    const finding = findingOf(script, understood(script, shell).known, runs[at]);
    return finding === undefined ? [] : [finding];
  });
}

function findingOf(script: string, known: Understood, run: Run): Finding | undefined {
  for (const [told, readings] of known) {
    const violation = violationOf(readings, run, script);
    if (violation !== undefined) return { script, violation, told };
  }
  return undefined;
}

function nameIn({ found }: Violation): string | undefined {
  return typeof found === 'string' ? found : found.argv[0];
}

/** The smallest script, by leaving tokens out, that still shows a violation of the same kind. */
export async function shrink(oracle: Oracle, { script, violation }: Finding, shell: Shell): Promise<string> {
  const fails = async (tokens: readonly string[]): Promise<boolean> => {
    const text = tokens.join('');
    const { known } = understood(text, shell);
    if (known.size === 0 || !isSafe(text)) return false;
    const [run] = await oracle.run([text]);
    const smaller = findingOf(text, known, run)?.violation;
    return smaller?.kind === violation.kind && nameIn(smaller) === nameIn(violation);
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
