import { isEffectName, type Effect, type EffectName } from '../../effect.ts';
import { ecosystemEffects } from '../commands/effects/ecosystem-effects.ts';
import { deviceEffects } from '../commands/effects/device-effects.ts';
import { fieldEffects } from '../commands/effects/field-effects.ts';
import { languageEffects } from '../commands/effects/language-effects.ts';
import { platformEffects } from '../commands/effects/platform-effects.ts';
import { programEffects } from '../commands/effects/program-effects.ts';
import { projectTools } from '../commands/effects/project-tools.ts';
import { serviceEffects } from '../commands/effects/service-effects.ts';
import { standalonePrograms } from '../commands/effects/standalone.ts';
import { riskInProgramName } from '../risks/risk-words.ts';
import { tradeEffects } from '../commands/effects/trade-effects.ts';
import { labelsListing, placesOf } from './places-of.ts';
import { withoutVersion } from '../versioned-name.ts';
import { fitOf, fitsStar, isGraveRow, type EffectRow, type RowWord } from './row-fit.ts';

/** Tables of less common programs: each is loaded when a line names one of its programs. */
export const laterTexts: ReadonlyMap<string, () => string> = new Map([
  ['services', serviceEffects],
  ['languages', languageEffects],
  ['platforms', platformEffects],
  ['ecosystems', ecosystemEffects],
  ['trades', tradeEffects],
  ['devices', deviceEffects],
  ['fields', fieldEffects],
]);

/** The whole table, in the order of its texts. A program may have lines in several. */
export function effectTexts(): readonly string[] {
  return [programEffects(), ...Array.from(laterTexts.values(), (text) => text())];
}

/** Which tables have lines about which program, inserted by the build. When run from source, all of them are searched. */
const builtEffects = 'NAMES-IN-EFFECTS';

function textsAbout(program: string): readonly string[] {
  if (!builtEffects.includes('\n')) return effectTexts();
  const later = labelsListing(program, builtEffects).map((label) => laterTexts.get(label)?.() ?? '');
  return [programEffects(), ...later];
}

/** The lines about a program. Searched, not indexed: of hundreds of programs a call starts one. */
function linesAbout(program: string): readonly string[] {
  const lines: string[] = [];
  for (const text of textsAbout(program)) {
    for (const at of placesOf(program, text)) {
      if (text[text.lastIndexOf('\n', at) + 1] === ' ') continue;
      for (let end = text.indexOf('\n', at); text.startsWith('\n  ', end);) {
        const next = text.indexOf('\n', end + 1);
        lines.push(text.slice(end + 1, next));
        end = next;
      }
    }
  }
  return lines;
}

const known = new Map<string, readonly EffectRow[]>();

/** Every row about a program, given its name without a directory. */
export function effectRowsOf(program: string): readonly EffectRow[] {
  const before = known.get(program);
  if (before !== undefined) return before;
  const lines = linesAbout(program);
  const isStandalone = lines.includes(standalone) || placesOf(program, standalonePrograms).length > 0;
  const own = lines
    .flatMap((line) => (line === standalone ? [] : rowsIn(line)))
    .map((row) =>
      isStandalone || !onlyLooks(row) ? row : { ...row, effects: loading(row), looks: true as const },
    );
  const isTool = placesOf(program, projectTools).length > 0 && !own.some(isRest);
  const versionless = withoutVersion(program);
  const listed = isTool ? [...own, runsProject] : own;
  const rows = listed.length === 0 && versionless !== program ? effectRowsOf(versionless) : listed;
  known.set(program, rows);
  return rows;
}

/** A line that has the same meaning as membership in the list of that name. */
const standalone = '  standalone';

function onlyLooks({ effects }: EffectRow): boolean {
  return effects.every((effect) => effect === 'read' || effect === 'remote-read');
}

/** A read-only program still loads code of the project first. */
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

export interface RowEffects {
  readonly effects: readonly Effect[];
  /** The words that the rows spell: the rows' statement counts, not the words' own meaning. */
  readonly spelled: ReadonlySet<string>;
  /** How many leading words of the argv they spell; -1 if they do not know the words. */
  readonly depth: number;
  /** According to its manual it only reads, and loads code of the project to do so. */
  readonly looks?: boolean;
}

/** The stated effects of a program with these words; empty if unlisted. Effects of unknown words are only possible. */
export function rowEffects(name: string, words: readonly RowWord[]): RowEffects {
  const { program, given } = spelledOut(name, words);
  const asked = asksItself(name, given);
  if (asked !== undefined) return asked;
  const rows = effectRowsOf(program).flatMap((row) => {
    const fit = fitOf(row, given);
    return fit === 'no' ? [] : [{ row, fit }];
  });
  const sure = rows.filter(({ fit }) => fit === 'yes').map(({ row }) => row);
  const depth = Math.max(-1, ...sure.filter(isPlain).map((row) => depthOf(row)));
  // `az group delete -n list`: a deeper row does not hide a grave row with a wildcard.
  const counting = sure.filter((row) => !isPlain(row) || depthOf(row) === depth || isGraveByStar(row));
  const named = counting.flatMap((row) => [...row.words, ...row.options]);
  const starred = named.filter((word) => word !== '*' && word.includes('*'));
  const fitting = given.flatMap(({ text = '' }) =>
    starred.some((word) => fitsStar(word, text)) ? [text] : [],
  );
  const spelled = new Set([name, ...named, ...fitting]);
  const spelledDepth = Math.max(0, ...counting.map(({ words: front }) => front.length));
  const [instead] = counting
    .filter(({ replaces, words: front }) => replaces && front.length >= spelledDepth)
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

export const noEffects: RowEffects = { effects: [], spelled: new Set(), depth: -1 };

/**
 * `ilspycmd --version`, `guix --help`: an installed program that describes itself, whatever else it can do. `accelerate config
 * default --help`: likewise a sub-command that a row names and that passes nothing on. `pnpm run deploy --help` starts the
 * task, `docker exec db dropdb --help` another program.
 */
function asksItself(name: string, given: readonly RowWord[]): RowEffects | undefined {
  const asks = given.at(-1)?.text ?? '';
  const front = given.slice(0, -1);
  if (!/^(?:--version|--help|-version)$/u.test(asks)) return undefined;
  const rows = effectRowsOf(name);
  const own = rows.filter(({ options }) => options.includes(asks));
  const named = rows.filter(({ words }) => words.length > 0 && words[0] === front[0]?.text);
  const isOwn = own.length > 0 ? own.every(isLooking) : riskInProgramName(name) === undefined;
  const handsOn = named.some((row) => !isLooking(row) && row.effects.some((effect) => runsMore.test(effect)));
  const isPlainHelp = front.every(({ text = '' }) => /^[a-z][a-z\d-]*$/u.test(text)) && asks === '--help';
  if (front.length === 0 ? !isOwn : !isPlainHelp || named.length === 0 || handsOn) return undefined;
  const row = front.length === 0 ? own[0] : named.find(({ options }) => options.includes(asks));
  const effects = row?.effects ?? (['run'] as const);
  return {
    effects: effects.map((effect) => ({ effect })),
    spelled: new Set([name, asks]),
    depth: 0,
    looks: true,
  };
}

function isLooking(row: EffectRow): boolean {
  return row.looks === true || onlyLooks(row);
}

const runsMore = /^(?:run|run-other|remote-run|serve)$/u;

/** `docker-compose up` is `docker compose up`, `cargo +nightly test` is `cargo test`. */
function spelledOut(program: string, given: readonly RowWord[]) {
  const compose = /^(docker|podman)-compose$/u.exec(program)?.[1];
  const word: RowWord = { text: 'compose', starts: 'compose', mayBeOption: false };
  if (compose !== undefined) return { program: compose, given: [word, ...given] };
  return { program, given: /^\+[\w.-]+$/u.test(given[0]?.text ?? '') ? given.slice(1) : given };
}

/** Running without a sub-command is more specific than any sub-command. */
function depthOf({ words, alone }: EffectRow): number {
  return alone === true ? 1 : words.length;
}

function isGraveByStar(row: EffectRow): boolean {
  return row.words.includes('*') && isGraveRow(row);
}

function isPlain({ options }: EffectRow): boolean {
  return options.length === 0;
}
