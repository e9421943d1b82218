import { readFileSync } from 'node:fs';
import { effectRowsOf } from '../../src/facts/shell/model/row-effects.ts';
import { commandIndex } from '../../src/facts/shell/model/find-command.ts';
import { isProven, type Recorded } from '../oracle-commands/command-model-page.ts';
import { bsdLines } from './bsd-lines.ts';
import { ownPrograms, sameProject } from './programs.ts';

/** How it is known what the programs of macOS do. */
export interface MacCoverage {
  /** The same project's program was run by the oracle, and nothing contradicts its row. */
  readonly run: readonly string[];
  /** Run, and without one line that went well, so that their rows stand by the manual. */
  readonly notProven: readonly string[];
  readonly runLines: number;
  /** BSD's, under names that GNU has too: their options held against the rows. */
  readonly bsd: readonly string[];
  readonly bsdOptions: number;
  /** Apple's own with a row from the manual, and without: those ask. */
  readonly own: readonly string[];
  readonly ownWithout: readonly string[];
}

export function macCoverage(): MacCoverage {
  const file = new URL('../oracle-commands/results.json', import.meta.url);
  const results = new Map(
    (JSON.parse(readFileSync(file, 'utf8')) as readonly Recorded[]).map((one) => [one.program, one]),
  );
  const same = wordsOf(sameProject).map((pair) => {
    const [name = '', debian = name] = pair.split('=');
    return { name, result: results.get(debian) };
  });
  const proven = same.filter(({ result }) => result !== undefined && isProven(result));
  const lines = bsdLines();
  const own = Map.groupBy(wordsOf(ownPrograms), (name) => hasRow(name));
  return {
    run: proven.map(({ name }) => name),
    notProven: same.filter((one) => !proven.includes(one)).map(({ name }) => name),
    runLines: proven.reduce((sum, { result }) => sum + (result?.lines ?? 0), 0),
    bsd: [...new Set(lines.map(({ program }) => program))],
    bsdOptions: new Set(lines.map(({ program, option }) => `${program} ${option}`)).size,
    own: own.get(true) ?? [],
    ownWithout: own.get(false) ?? [],
  };
}

/** As docs/hosts.md says it. */
export function coverageText(of: MacCoverage): string {
  return (
    `${of.run.length} programs by running the same project's in Debian (${of.runLines.toLocaleString('en')} lines); ` +
    `${of.bsd.length} of BSD by the manual, each of their ${of.bsdOptions} options held against the rows; ` +
    `${of.own.length} of Apple's and ${of.notProven.length} that could not be run to the end by the manual; ${of.ownWithout.length} are listed without a row, and ask`
  );
}

function hasRow(name: string): boolean {
  return effectRowsOf(name).length > 0 || commandIndex().has(name);
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}
