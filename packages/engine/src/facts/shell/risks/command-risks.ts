import { commandDoubts } from '../../../messages/tool-checks.ts';
import { fill } from '../../../messages/fill.ts';
import type { EffectName } from '../../effect.ts';
import type { Escalation } from '../../part.ts';
import type { Expanded } from '../effects/carriers.ts';
import { literalOf } from '../read/words/word.ts';
import { printsOnly } from '../effects/project-scripts.ts';
import { namesFiles } from './file-tools.ts';
import {
  isVariant,
  mayBeRisky,
  riskInName,
  riskInOption,
  riskEffect,
  riskInProgramName,
  staysHere,
  surroundingsIn,
} from './risk-words.ts';
import { wordSet, type WordSet } from '../../word-set.ts';

const none: readonly CommandRisk[] = [];

/** A word that shows that a command does more than run code. */
export interface CommandRisk extends Escalation {
  readonly effect: EffectName;
  /** It names where something happens, not what happens. */
  readonly isPlace?: true;
}

/**
 * The words that show that a command publishes, deploys or deletes data. Every program counts as a task runner unless it is
 * known to take files: `./gradlew publishPlugins`, `bin/deploy`, `vendor/bin/dep deploy`, `nox -s publish`.
 */
export function commandRisks(command: Expanded): readonly CommandRisk[] {
  const { words, judgement, found } = command;
  // `vendor/bin/truncate` is not the system's truncate.
  if (judgement !== undefined && judgement.does !== 'acts' && found.proven) return none;
  if (rehearses(command)) return none;
  const texts = words.map((word) => literalOf(word));
  const start = programAt(texts);
  const program = baseOf(texts[start] ?? '');
  const installs = installRisk(program, texts);
  if (installs !== undefined) return [installs];
  const subcommand = texts.slice(start + 1).find((text) => text?.startsWith('-') === false);
  if (namesFiles(program, subcommand)) return none;
  const { settled, tasks } = optionPlaces(command);
  const isCarrier = carriesWords(command);
  const said = (text: string, at: number): string | undefined => {
    if (at === start) return riskInProgram(command, program);
    if (tasks.has(at)) return riskInName(text);
    return isCarrier ? undefined : riskAt(texts, at);
  };
  const risks = texts.flatMap((text, at) => {
    const word = text === undefined || at < start || settled.has(at) ? undefined : said(text, at);
    return word === undefined ? [] : [riskOf(word, at)];
  });
  return risks.length > 0 || isCarrier ? risks : whereItGoes(command, texts, start);
}

/** `make -n deploy` prints what it would run. */
function rehearses({ args }: Expanded): boolean {
  return args !== undefined && printsOnly(args);
}

/** `dig api.staging.acme.dev`: naming an environment does not say what is done there. */
function riskOf(word: string, at: number): CommandRisk {
  const why = fill(commandDoubts.saysRisk, { word });
  return {
    at,
    why,
    effect: riskEffect(word),
    ...(isVariant(word) && word !== 'release' ? { isPlace: true } : {}),
  };
}

/**
 * `phinx migrate -e production`, `RAILS_ENV=production rake db:migrate`: a setting names a shared environment, and no word says
 * that the command only builds, tests or serves.
 */
function whereItGoes(
  { assignments }: Expanded,
  texts: readonly (string | undefined)[],
  start: number,
): readonly CommandRisk[] {
  const said = texts.map((text, at) => (at < start ? '' : (text ?? '')));
  const settingAt = said.map((text, at) =>
    at > start && (text.startsWith('-') || text.includes('=') || settings.test(said[at - 1] ?? ''))
      ? text
      : '',
  );
  const at = settingAt.findIndex((text) => surroundingsIn(text) !== undefined);
  const set = assignments
    .filter(({ name }) => /(?:^|_)(?:ENV|ENVIRONMENT|STAGE)$/u.test(name) && name !== 'NODE_ENV')
    .map(({ value }) => surroundingsIn(literalOf(value) ?? ''))
    .find((each) => each !== undefined);
  const word = surroundingsIn(settingAt[at] ?? '') ?? set;
  return word === undefined || said.some((text) => !text.startsWith('-') && staysHere(text))
    ? none
    : [{ at, why: fill(commandDoubts.saysRisk, { word }), effect: riskEffect(word), isPlace: true }];
}

/** The command that a carrier runs is a separate part with its own words. */
function carriesWords({ args }: Expanded): boolean {
  const carries = args?.command.carries;
  return carries !== undefined && carries.how !== 'script';
}

/** `python -m X`, `pnpm X`, `php vendor/bin/X`: X is the program, if it is one that takes files. */
function programAt(texts: readonly (string | undefined)[]): number {
  const [first = '', second = '', third = ''] = texts.map((text) => text ?? '');
  if (/^python[\d.]*$/u.test(baseOf(first)) && second === '-m') return namesFiles(third, undefined) ? 2 : 0;
  const isFront = /^(?:pnpm|yarn|bun|php)$/u.test(first) && namesFiles(baseOf(second), undefined);
  return isFront ? 1 : 0;
}

function baseOf(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}

/** `cmake --install build`, `ninja install`: into the system, unless a prefix inside the project is given. */
function installRisk(program: string, texts: readonly (string | undefined)[]): CommandRisk | undefined {
  if (!installers.has(program)) return undefined;
  const at = texts.findIndex(
    (text, place) => place > 0 && /^(?:--)?(?:un)?install(?:$|[-_/])/u.test(text ?? ''),
  );
  const prefix = texts.findIndex((text) => /^(?:--(?:prefix|destdir)|DESTDIR)(?:=|$)/u.test(text ?? ''));
  const text = texts[prefix] ?? '';
  const place = text.includes('=') ? text.slice(text.indexOf('=') + 1) : texts[prefix + 1];
  const isInside = prefix !== -1 && place !== undefined && !/^$|^[/~]|(?:^|\/)\.\.(?:\/|$)/u.test(place);
  return at === -1 || isInside ? undefined : { at, why: commandDoubts.installs, effect: 'machine' };
}

/** Build programs whose `install` copies into the system. */
const installers: WordSet = wordSet('cmake ninja samu meson muon make gmake scons xmake zig');

/** A known name means that program, unless it is a file of the project: `bin/release`. */
function riskInProgram({ found }: Expanded, program: string): string | undefined {
  return found.command !== undefined && found.proven ? undefined : riskInProgramName(program);
}

function riskAt(texts: readonly (string | undefined)[], at: number): string | undefined {
  const text = texts[at] ?? '';
  if (!mayBeRisky(text)) return undefined;
  // A setting, not a task: `-Dimage.publish=true`, `make test ENV=prod`.
  if (text.startsWith('-') || /^[\w.]+[:+?]?=/u.test(text)) return riskInOption(text);
  const before = texts[at - 1] ?? '';
  // `--mode production`, `-c Release`; `--tests '*ResetTest'`.
  if (textOptions.test(before) || (isVariant(text) && settings.test(before))) return undefined;
  // `:release-notes:test` is a task of the project release-notes, `target/release/app` a build output.
  return riskInName(text.startsWith(':') ? text.slice(text.lastIndexOf(':') + 1) : withoutBuilt(text));
}

/** Options whose value selects tests or packages, in every program that has them. */
const textOptions =
  /^--?(?:tests?|filter|grep|match|test-?name-?pattern|message|scope|workspace|exclude|only|pl|verdict|status|state|phase|level|severity|reason)$/iu;

/** Options whose value is a build variant. */
const settings =
  /^(?:-[cPe]|--?(?:configuration|config|mode|env|environment|profile|build-?type|variant|flavou?r|mixin|stage|target-env|node-env))$/iu;

/** `build/release/app.aab`, even in a command that an option contains: `-ex 'file target/release/app'`. */
function withoutBuilt(text: string): string {
  return text
    .split(' ')
    .map((each) => (builtFile.test(each) ? '' : each.replace(builtBelow, '')))
    .join(' ');
}

/** A build output that is an operand rather than a task: not a script, not settings. */
const builtFile =
  /^(?:\.\/)?(?:target|build|bin|obj|out|dist|zig-out)\/(?:[\w.+-]+\/)*[\w.+-]+\.(?:aab|apk|ipa|jar|war|aar|so|dylib|dll|a|o|elf|hex|uf2|wasm|exe|map|pdb|zip|tgz|gz|whl|deb|rpm|msi|dmg)$/iu;

/** Where a release build puts its files. */
const builtBelow = /^(?:\.\/)?(?:target|build|bin|obj|out|dist|zig-out)\/(?:[\w.-]+\/)*release\/(?=\w)/iu;

/** The positions of options that the row knows and their values, and of those whose value is a task. */
function optionPlaces({ args, words }: Expanded): Readonly<Record<'settled' | 'tasks', ReadonlySet<number>>> {
  const settled = new Set<number>();
  const tasks = new Set<number>();
  for (const { at, value, role, name } of args?.options ?? []) {
    // For `-Dimage.publish=true` the value names what is set.
    if (name === '-D' || name === '-P') continue;
    const isApart = value !== undefined && words[at + 1] === value;
    if (role === 'task') tasks.add(isApart ? at + 1 : at);
    else settled.add(at);
    if (role !== 'task' && isApart) settled.add(at + 1);
  }
  return { settled, tasks };
}
