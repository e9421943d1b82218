import { isEffectName, type Effect, type EffectName } from '../../effect.ts';
import { languageEffects } from '../commands/effects/language-effects.ts';
import { platformEffects } from '../commands/effects/platform-effects.ts';
import { programEffects } from '../commands/effects/program-effects.ts';
import { projectTools } from '../commands/effects/project-tools.ts';
import { standalonePrograms } from '../commands/effects/standalone.ts';
import { riskInProgramName } from '../risks/risk-words.ts';
import { placesOf } from './places-of.ts';
import { fitOf, fitsStar, isGraveRow, type EffectRow, type RowWord } from './row-fit.ts';

/** The whole table. A program may have lines in more than one of its texts. */
export const effectTable: string = [programEffects, languageEffects, platformEffects].join('');

/** The lines about a program. Searched for, not indexed: of hundreds of programs a call starts one. */
function linesAbout(program: string): readonly string[] {
  const lines: string[] = [];
  for (const at of placesOf(program, effectTable)) {
    if (effectTable[effectTable.lastIndexOf('\n', at) + 1] === ' ') continue;
    for (let end = effectTable.indexOf('\n', at); effectTable.startsWith('\n  ', end);) {
      const next = effectTable.indexOf('\n', end + 1);
      lines.push(effectTable.slice(end + 1, next));
      end = next;
    }
  }
  return lines;
}

const known = new Map<string, readonly EffectRow[]>();

/** Every row about a program, by its name without a directory. */
export function effectRowsOf(program: string): readonly EffectRow[] {
  const before = known.get(program);
  if (before !== undefined) return before;
  const isStandalone = placesOf(program, standalonePrograms).length > 0;
  const own = linesAbout(program)
    .flatMap(rowsIn)
    .map((row) =>
      isStandalone || !onlyLooks(row) ? row : { ...row, effects: loading(row), looks: true as const },
    );
  const isTool = placesOf(program, projectTools).length > 0 && !own.some(isRest);
  const rows = isTool ? [...own, runsProject] : own;
  known.set(program, rows);
  return rows;
}

function onlyLooks({ effects }: EffectRow): boolean {
  return effects.every((effect) => effect === 'read' || effect === 'remote-read');
}

/** What only looks loads code of the project first. */
function loading({ effects }: EffectRow): readonly EffectName[] {
  return ['run', ...effects.filter((effect) => effect !== 'read')];
}

const runsProject: EffectRow = { effects: ['run'], words: [], options: [], replaces: false };

function isRest({ words, options, alone }: EffectRow): boolean {
  return words.length === 0 && options.length === 0 && alone !== true;
}

function rowsIn(line: string): readonly EffectRow[] {
  const [said = '', list = ''] = line.trim().split(/:\s(.*)/su);
  const replaces = said.endsWith('!');
  const effects = said.replace('!', '').split(' ').filter(isEffectName);
  return list.split(', ').map((path) => {
    if (path === '()') return { effects, words: [], options: [], replaces, alone: true };
    const words = path === '.' ? [] : path.split(' ');
    // `-m pip install`: an option in front leads to a sub-command.
    const isLed = words[0]?.startsWith('-') === true && words.some((word) => !word.startsWith('-'));
    const options = isLed ? [] : words.filter((word) => word.startsWith('-'));
    return { effects, words: words.filter((word) => !options.includes(word)), options, replaces };
  });
}

/** What rows state of an argv. */
export interface RowEffects {
  readonly effects: readonly Effect[];
  /** The words that the rows spell: what they say of them counts, not what the words alone would. */
  readonly spelled: ReadonlySet<string>;
  /** How many words of the argv they spell from the front; -1 where they know none. */
  readonly depth: number;
  /** By its manual it only looks, and loads code of the project to do so. */
  readonly looks?: boolean;
}

/**
 * What the rows state of a program with these words; nothing where they do not know them. What a word that is not known may
 * turn it into is possible.
 */
export function rowEffects(name: string, words: readonly RowWord[]): RowEffects {
  const { program, given } = spelledOut(name, words);
  if (asksVersion(name, given)) return asked;
  const rows = effectRowsOf(program).flatMap((row) => {
    const fit = fitOf(row, given);
    return fit === 'no' ? [] : [{ row, fit }];
  });
  const sure = rows.filter(({ fit }) => fit === 'yes').map(({ row }) => row);
  const depth = Math.max(-1, ...sure.filter(isPlain).map((row) => depthOf(row)));
  // `az group delete -n list`: a word that any may stand before hides none that is grave.
  const counting = sure.filter((row) => !isPlain(row) || depthOf(row) === depth || isGraveByStar(row));
  const named = counting.flatMap((row) => [...row.words, ...row.options]);
  const starred = named.filter((word) => word !== '*' && word.includes('*'));
  const fitting = given.flatMap(({ text = '' }) =>
    starred.some((word) => fitsStar(word, text)) ? [text] : [],
  );
  const spelled = new Set([name, ...named, ...fitting]);
  const [instead] = counting
    .filter(({ replaces, words: front }) => replaces && front.length >= depth)
    .toSorted((a, b) => b.options.length - a.options.length);
  if (instead !== undefined)
    return { effects: instead.effects.map((effect) => ({ effect })), spelled, depth };
  const found = new Map<EffectName, Effect>();
  for (const { effects } of counting) for (const effect of effects) found.set(effect, { effect });
  for (const { row, fit } of rows) {
    const isDeeper = isPlain(row) && depthOf(row) > depth;
    if (fit === 'yes' || row.replaces || (isPlain(row) && !isDeeper)) continue;
    for (const effect of row.effects) if (!found.has(effect)) found.set(effect, { effect, possible: true });
  }
  const looks = counting.length > 0 && counting.every((row) => row.looks === true);
  return { effects: [...found.values()], spelled: sure.length === 0 ? new Set() : spelled, depth, looks };
}

/** `ilspycmd --version`: a program of the machine that says what it is, whatever else it can do. */
function asksVersion(name: string, given: readonly RowWord[]): boolean {
  return (
    given.length === 1 &&
    /^(?:--version|--help|-version)$/u.test(given[0]?.text ?? '') &&
    riskInProgramName(name) === undefined &&
    !effectRowsOf(name).some(({ options }) => options.includes(given[0]?.text ?? ''))
  );
}

const asked: RowEffects = {
  effects: [{ effect: 'run' }],
  spelled: new Set(['--version', '--help', '-version']),
  depth: 0,
  looks: true,
};

/** `docker-compose up` is `docker compose up`, `cargo +nightly test` is `cargo test`. */
function spelledOut(program: string, given: readonly RowWord[]) {
  const compose = /^(docker|podman)-compose$/u.exec(program)?.[1];
  const word: RowWord = { text: 'compose', starts: 'compose', mayBeOption: false };
  if (compose !== undefined) return { program: compose, given: [word, ...given] };
  return { program, given: given[0]?.text?.startsWith('+') === true ? given.slice(1) : given };
}

/** A program without a sub-command says more than one with any. */
function depthOf({ words, alone }: EffectRow): number {
  return alone === true ? 1 : words.length;
}

function isGraveByStar(row: EffectRow): boolean {
  return row.words.includes('*') && isGraveRow(row);
}

function isPlain({ options }: EffectRow): boolean {
  return options.length === 0;
}
