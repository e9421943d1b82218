import type { World } from '../../../../world/world.ts';
import { isUnder } from '../../../paths/contains.ts';
import { joinPath, normalisePath } from '../../../paths/normalise.ts';
import { readArguments } from '../../model/arguments.ts';
import { findCommand } from '../../model/find-command.ts';
import { namesReached } from '../../model/find-names.ts';
import { type Arguments, type UsedOption, used } from '../../model/model.ts';
import { optionNames } from '../../model/option-spec.ts';
import type { Invocation } from '../../read/state/invocation.ts';
import { literalOf, type NamesBelow, type Word } from '../../read/words/word.ts';
import { groundWord, workingPlaceOf, type WorkingPlace } from '../working-place.ts';

/**
 * The input of `xargs` from a pipe whose first command certainly prints names of files below directories, while the others only
 * select lines: `rg -l x src | sort | head`. A name with a blank would become two words, the second of which may be any path,
 * and one with a dash an option; so the machine must confirm that there is no such name.
 */
export function namesFound(
  invocation: Invocation,
  base: WorkingPlace,
  world: World,
): readonly NamesBelow[] | undefined {
  const ends = endsOf(invocation);
  let source = invocation.fedBy;
  for (; source !== undefined; source = source.fedBy) {
    const args = plainArguments(source);
    if (args === undefined) return undefined;
    if (choosesLines(args) && ends === 'lines') continue;
    if ((used(args, ...withNull) ? 'nulls' : 'lines') !== ends) return undefined;
    if (ends === 'nulls' && used(args, '-print')) return undefined;
    const place = workingPlaceOf(source.directory, base, world);
    const found = 'unknown' in place ? undefined : searched(args, place, world);
    const isPlain = found?.every(({ directory }) => isPlainBelow(directory, world)) === true;
    return isPlain ? found : undefined;
  }
  return undefined;
}

/** The words that `find -exec` substitutes for `{}`: one each, whatever the name, and never an option if a root precedes it. */
export function namesExecuted(
  invocation: Invocation,
  base: WorkingPlace,
  world: World,
): readonly NamesBelow[] | undefined {
  const args = plainArguments({ ...invocation, redirections: [] });
  const place = workingPlaceOf(invocation.directory, base, world);
  if (args === undefined || 'unknown' in place) return undefined;
  const found = underRoots(args, place, world);
  return found?.every(({ directory }) => isPlainBelow(directory, world)) === true ? found : undefined;
}

export function isPlainBelow(directory: string, world: World): boolean {
  return world.plainBelow === undefined ? world.noOtherLinks === true : world.plainBelow(directory);
}

/** The arguments of a command that is certainly the named one, with all words known and its output not redirected. */
function plainArguments(source: Invocation): Arguments | undefined {
  if (source.definedHere !== undefined || source.assignments.length > 0) return undefined;
  const isQuiet = source.redirections.every(
    ({ descriptor, operator, target }) =>
      descriptor === '2' && operator === '>' && literalOf(target) === '/dev/null',
  );
  const found = findCommand(source.words[0]);
  if (!isQuiet || found.command === undefined || !found.proven) return undefined;
  const args = readArguments(found.command, source.words);
  const isKnown =
    args.strangers.length === 0 &&
    args.vague.every((at) => choosesNames(args.words[at])) &&
    args.strange === undefined;
  return isKnown && args.options.every(({ kind }) => kind === 'plain') ? args : undefined;
}

/** `--include=*.go` without quotes: even if files with such names exist, it remains this option. */
function choosesNames(word: Word | undefined): boolean {
  return word?.kind === 'unknown' && /^--(?:in|ex)clude(?:-dir)?=/u.test(word.starts);
}

/** Commands that print some of their input lines unchanged, with the options that preserve this. */
const choosing: ReadonlyMap<string, string> = new Map([
  ['head', '-n --lines -#'],
  ['tail', '-n --lines -#'],
  ['sort', '-r -u -n -V -f -t -k --reverse --unique'],
  ['uniq', '-d -u'],
  ['grep', '-v -i -E -F -e -w --invert-match --ignore-case'],
  ['egrep', '-v -i -e -w'],
  ['fgrep', '-v -i -e -w'],
]);

function choosesLines(args: Arguments): boolean {
  const [name = ''] = args.path;
  const options = choosing.get(name);
  if (options === undefined || !onlyUses(args, options)) return false;
  const pattern = name.endsWith('grep') && !used(args, '-e') ? 1 : 0;
  return args.operands.length === pattern;
}

function onlyUses({ options }: Arguments, spec: string): boolean {
  return options.every(({ name }) => optionNames(spec).has(name));
}

interface Placed {
  readonly in: readonly string[];
}

function searched(args: Arguments, place: Placed, world: World): readonly NamesBelow[] | undefined {
  switch (args.path.slice(0, 2).join(' ')) {
    case 'find':
      return byFind(args, place, world);
    case 'rg':
      return byRipgrep(args, place, world);
    case 'grep':
      return byGrep(args, place, world);
    case 'git ls-files':
      return byIndex(args, place, world);
    case 'git diff':
      return byDifference(args, place, world);
    case 'fd':
    case 'fdfind':
      return byFd(args, place, world);
    default:
      return args.path[0] === 'ls' ? byList(args, place, world) : undefined;
  }
}

/** Patterns among its operands select files below the directory; those with `..` would not. */
function byIndex(args: Arguments, place: Placed, world: World): readonly NamesBelow[] | undefined {
  const isKnown =
    onlyUses(args, '-m -o -c --modified --others --cached --exclude-standard -z') &&
    args.operands.every(({ word }) => /^[^:]/u.test(literalOf(word) ?? '') && !isClimbing(word));
  if (!isKnown) return undefined;
  const about = { world, hidden: true, respectsIgnore: false, names: [], tracked: true } as const;
  const texts = args.operands.map(({ word }) => literalOf(word) ?? '');
  if (texts.length > 0 && texts.every((text) => /^[\w.@+/-]+$/u.test(text)))
    return rooted(
      args.operands.map(({ word }) => word),
      place,
      about,
    );
  return rooted([], place, { ...about, names: endings(texts) });
}

/** Between the working tree and the index, whose names were checked, or a commit, if it has no odd names. */
function byDifference(args: Arguments, place: Placed, world: World): readonly NamesBelow[] | undefined {
  const isKnown = used(args, '--name-only') && onlyUses(args, '--name-only --diff-filter --relative -z');
  const before = args.operands.filter(({ after }) => after !== true).map(({ word }) => literalOf(word) ?? '');
  const patterns = args.operands
    .filter(({ after }) => after === true)
    .map(({ word }) => literalOf(word) ?? '/');
  const isPlain = before.every((text) => /^[\w@][\w./@^~-]*$/u.test(text) && !text.includes('..'));
  if (!isKnown || !isPlain || patterns.some((text) => /^[:/]|\.\./u.test(text))) return undefined;
  const about = {
    world,
    hidden: true,
    respectsIgnore: false,
    names: endings(patterns),
    tracked: true,
  } as const;
  if (isInIndex(args, before)) return rooted([], place, about);
  const [revision = '', ...more] = before;
  const isLookedAt = place.in.every((directory) => world.plainIn?.({ directory, revision }) === true);
  return more.length === 0 && isLookedAt ? rooted([], place, about) : undefined;
}

/** Compared with a commit, files removed since are printed too, unless filtered out. */
function isInIndex({ options }: Arguments, commits: readonly string[]): boolean {
  const filter = options.find(({ name }) => name === '--diff-filter')?.value;
  return commits.length === 0 || (commits.length === 1 && /^[ACMRT]+$/u.test(literalOf(filter) ?? ''));
}

/** `*.ts`, `src/*.ts`: their common endings. */
function endings(patterns: readonly string[]): readonly string[] {
  const last = patterns.map((text) => text.slice(text.lastIndexOf('/') + 1));
  return last.every((text) => /^\*\.[\w.]+$/u.test(text)) ? last : [];
}

function byFd(args: Arguments, place: Placed, world: World): readonly NamesBelow[] | undefined {
  const known =
    '-e --extension -t --type -H --hidden -I --no-ignore -E --exclude -g --glob -i --ignore-case -s --case-sensitive -d --max-depth -F --fixed-strings -0 --print0';
  if (!onlyUses(args, known)) return undefined;
  const hidden = used(args, '-H', '--hidden');
  const respectsIgnore = !used(args, '-I', '--no-ignore');
  const roots = args.operands.slice(1).map(({ word }) => word);
  return rooted(roots, place, { world, hidden, respectsIgnore, names: [] });
}

function isClimbing(word: Word): boolean {
  const text = literalOf(word) ?? '/';
  return text.startsWith('/') || text.startsWith('~') || text.split('/').includes('..');
}

/** The terminator that `xargs` expects: with any other, the output would be read as one name of many. */
function endsOf({ words }: Invocation): 'lines' | 'nulls' {
  const { command } = findCommand(words[0]);
  const args = command?.carries === undefined ? undefined : readArguments(command, words);
  return args !== undefined && used(args, '-0', '--null') ? 'nulls' : 'lines';
}

const withNull = ['-print0', '-z', '-0', '-Z', '--null', '--print0'];

/** Options that change the format of the lines. */
const reshaping = '-printf -ls -exec -execdir -ok -okdir -files0-from';

function byFind(args: Arguments, place: Placed, world: World): readonly NamesBelow[] | undefined {
  const isReshaped = args.options.some(
    (option) =>
      optionNames(reshaping).has(option.name) && !(option.name === '-exec' && listsMatches(args, option)),
  );
  return isReshaped ? undefined : underRoots(args, place, world);
}

/** `-exec grep -l x {} +`, or with `-L`, prints the names that it is given. */
function listsMatches({ words }: Arguments, { at, until }: UsedOption): boolean {
  const [name, ...rest] = words.slice(at + 1, until).map(literalOf);
  const [flags, pattern, mark, more] = rest;
  return (
    name === 'grep' &&
    /^-[iwEF]*[lL][iwEF]*$/u.test(flags ?? '') &&
    pattern?.startsWith('-') === false &&
    mark === '{}' &&
    more === undefined
  );
}

function underRoots(args: Arguments, place: Placed, world: World): readonly NamesBelow[] | undefined {
  return rooted(
    args.operands.map(({ word }) => word),
    place,
    { world, hidden: true, respectsIgnore: false, names: namesReached(args) },
  );
}

function byRipgrep(args: Arguments, place: Placed, world: World): readonly NamesBelow[] | undefined {
  const lists = used(args, '-l', '--files-with-matches', '--files', '--files-without-match');
  const known =
    '-l --files-with-matches --files --files-without-match -i -w -F -e -s -S -v -U -P -g --glob -t --type -T --type-not --hidden -. -u --no-ignore --no-messages -0 --null';
  if (!lists || !onlyUses(args, known)) return undefined;
  const hasPattern = used(args, '-e', '--files');
  return rooted(
    args.operands.slice(hasPattern ? 0 : 1).map(({ word }) => word),
    place,
    {
      world,
      hidden: used(args, '--hidden', '-.', '-u'),
      respectsIgnore: !used(args, '-u', '--no-ignore'),
      names: [],
    },
  );
}

function byGrep(args: Arguments, place: Placed, world: World): readonly NamesBelow[] | undefined {
  const known =
    '-r -R --recursive -l -L -n --files-with-matches --files-without-match -i -w -F -E -e -s -v --include --exclude --exclude-dir -Z --null';
  const lists =
    used(args, '-l', '-L', '--files-with-matches', '--files-without-match') &&
    used(args, '-r', '-R', '--recursive');
  if (!lists || !onlyUses(args, known)) return undefined;
  const includes = args.options.filter(({ name }) => name === '--include');
  return rooted(
    args.operands.slice(used(args, '-e') ? 0 : 1).map(({ word }) => word),
    place,
    {
      world,
      hidden: true,
      respectsIgnore: false,
      names: includes.map(({ value }) => literalOf(value) ?? '*'),
    },
  );
}

/** The names as given, or those in a directory without the directory: the latter then count as being here. */
function byList(args: Arguments, place: Placed, world: World): readonly NamesBelow[] | undefined {
  if (!onlyUses(args, '-1 -t -r -a -A -S -d -U -v')) return undefined;
  const inside = args.operands.every(({ word }) =>
    word.kind === 'literal'
      ? !isClimbing(word)
      : isPlainGlob(word) && !isClimbing({ ...word, kind: 'literal', text: word.starts }),
  );
  // `ls .env` prints the given name.
  const namesHidden = args.operands.some(({ word }) =>
    /(?:^|\/)\.[^/]/u.test(word.kind === 'literal' ? word.text : word.reason.slice('glob '.length)),
  );
  const hidden = namesHidden || used(args, '-a', '-A');
  const about = { world, hidden, respectsIgnore: false, names: [] };
  // `ls -a` prints `..` too.
  return inside ? rooted([], place, { ...about, climbs: used(args, '-a') }) : undefined;
}

function isPlainGlob(word: Word): boolean {
  return (
    word.kind === 'unknown' && /^glob [\w./*?@%+,=-]+$/u.test(word.reason) && !word.reason.includes('..')
  );
}

/**
 * `packages/{}/package.json`: names within the directories that were searched. Git's statements (tracked, ignored) apply only
 * to the original names.
 */
export function namesBehind(
  found: readonly NamesBelow[],
  { before, after }: { readonly before: string; readonly after: string },
): readonly NamesBelow[] | undefined {
  const isBefore = /^(?:\.?\/)?(?:(?!\.\.?\/)[\w.@+][\w.@+-]*\/)*$/u.test(before);
  if (!isBefore || !/^(?:\/[\w@+][\w.@+-]*)*$/u.test(after)) return undefined;
  const isHidden = /(?:^|\/)\.\w/u.test(before);
  const last = after.slice(after.lastIndexOf('/') + 1);
  const placed = found.map(({ from, directory, hidden, names, plain }) => {
    const behind = from === undefined ? undefined : normalisePath(joinPath(from, before));
    if (behind === undefined || !isUnder(behind, directory)) return undefined;
    return {
      directory: behind,
      hidden: hidden || isHidden,
      respectsIgnore: false,
      names: last === '' ? names : [last],
      plain,
    };
  });
  return placed.every((each) => each !== undefined) ? placed : undefined;
}

interface SearchFacts extends Omit<NamesBelow, 'directory' | 'from' | 'plain'> {
  readonly world: World;
  readonly climbs?: boolean;
}

function rooted(
  roots: readonly Word[],
  place: Placed,
  { world, climbs = roots.some(isClimbing), ...about }: SearchFacts,
): readonly NamesBelow[] | undefined {
  const grounded = roots.map((root) => literalOf(groundWord(root, place, world)));
  if (grounded.some((text) => text === undefined || text === '' || text.startsWith('-'))) return undefined;
  const texts = grounded.length === 0 ? ['.'] : grounded;
  return place.in.flatMap((directory) =>
    texts.map((text) => ({
      ...about,
      ...(climbs ? {} : { from: directory }),
      plain: world.plainBelow !== undefined,
      directory: normalisePath(joinPath(directory, text ?? '.')),
    })),
  );
}
