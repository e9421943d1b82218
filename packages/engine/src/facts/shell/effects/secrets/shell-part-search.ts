import type { World } from '../../../../world/world.ts';
import { type Search, findProtected, namePatterns } from '../../../paths/find-protected.ts';
import type { Danger } from '../../../paths/protected.ts';
import { type SegmentGlob, matchesSegment } from '../../../paths/segment-glob.ts';
import type { Expanded } from '../carriers.ts';
import { namesReached } from '../../model/find-names.ts';
import { type Arguments, used } from '../../model/model.ts';
import { pathsOf } from '../command-paths.ts';
import { groundWord } from '../working-place.ts';
import { literalOf, type Word } from '../../read/words/word.ts';

/** A protected file from which a directory search would print lines, considering the search's own ignore rules. */
export function searchedSecret(
  { args, place, words, judgement }: Expanded,
  world: World,
): Danger | undefined {
  const named = judgement?.inline === undefined ? [] : judgement.touches.map(({ word }) => word);
  const handed = handedSecret([...words, ...named], world);
  if (handed !== undefined) return handed;
  const manner = args === undefined ? undefined : mannerOf(args);
  if (args === undefined || manner === undefined) return undefined;
  const { roots, ...search } = manner;
  const here: Word = { kind: 'literal', text: '.', span: args.words[0]?.span ?? { start: 0, end: 0 } };
  for (const root of roots.length === 0 ? [here] : roots)
    for (const path of pathsOf(groundWord(root, place, world), place, world)) {
      if (!path.known) continue;
      const danger = findProtected({ ...search, directory: path.written }, world);
      if (danger !== undefined) return danger;
    }
  return undefined;
}

/** `find . -type f | xargs cat`: the files found are read one by one. */
function handedSecret(words: readonly Word[], world: World): Danger | undefined {
  for (const word of words) {
    if (word.kind !== 'unknown' || word.below === undefined) continue;
    for (const { names, plain: _plain, ...search } of word.below) {
      const danger = findProtected({ ...search, takes: namesTaken(names) }, world);
      if (danger !== undefined) return danger;
    }
  }
  return undefined;
}

/** An empty list takes any name. */
function namesTaken(names: readonly string[]): Search['takes'] {
  const wanted = namePatterns(names);
  return (name, is) =>
    is === 'directory' || wanted.length === 0 || wanted.some((each) => matchesSegment(each, name));
}

interface Manner extends Omit<Search, 'directory'> {
  readonly roots: readonly Word[];
}

/** Options that print only names or numbers. */
const namesOnly = [
  '-l',
  '-L',
  '-c',
  '-q',
  '--files-with-matches',
  '--files-without-match',
  '--count',
  '--quiet',
  '--files',
  '--name-only',
];

function mannerOf(args: Arguments): Manner | undefined {
  if (args.path[0] === 'find') return found(args);
  if (used(args, ...namesOnly)) return undefined;
  const hasPattern = used(args, '-e', '-f', '--regexp', '--file');
  const roots = args.operands.slice(hasPattern ? 0 : 1).map(({ word }) => word);
  switch (args.path[0]) {
    case 'grep':
    case 'egrep':
    case 'fgrep':
    case 'zgrep':
      if (!used(args, '-r', '-R', '--recursive', '--dereference-recursive')) return undefined;
      return { roots, hidden: true, respectsIgnore: false, takes: filtered(args) };
    case 'rg':
      return { roots, ...unrestricted(args), takes: filtered(args) };
    case 'ag':
      return { roots, ...unrestricted(args), takes: filtered(args) };
    case 'ack':
      return { roots, hidden: true, respectsIgnore: false, takes: filtered(args) };
    case 'git':
      // Files that git ignores are not tracked, unless forced.
      return args.path[1] === 'grep'
        ? { roots: pathspecs(roots), hidden: true, respectsIgnore: !used(args, '--no-index'), takes: all }
        : undefined;
    default:
      return undefined;
  }
}

const all = (): boolean => true;

/** Pathspecs may be patterns or commits: these count as the whole directory. */
function pathspecs(roots: readonly Word[]): readonly Word[] {
  return roots.filter((root) => /^[\w./-]+$/u.test(literalOf(root) ?? ''));
}

/** `rg -u` reads ignored files, `rg -uu` hidden ones as well. */
function unrestricted(args: Arguments): { readonly hidden: boolean; readonly respectsIgnore: boolean } {
  const [own = ''] = args.path;
  const times = args.options.filter(({ name }) => name === '-u' || name === '--unrestricted').length;
  return {
    hidden:
      used(args, '-.', '--hidden') || times >= (own === 'rg' ? 2 : 1) || (own === 'ag' && used(args, '-a')),
    respectsIgnore:
      times === 0 &&
      !used(args, '--no-ignore', '--no-ignore-vcs') &&
      !(own === 'ag' && used(args, '-a', '-U')),
  };
}

/** `--include`, `--exclude`, `--exclude-dir`, `-g`, `-t`: by the last name of each pattern. */
function filtered(args: Arguments): Search['takes'] {
  const values = (...names: readonly string[]): readonly string[] =>
    args.options.filter(({ name }) => names.includes(name)).map(({ value }) => globIn(value));
  const globs = values('-g', '--glob', '--iglob');
  const takesIn = [...values('--include'), ...globs.filter((glob) => !glob.startsWith('!'))];
  const types = values('-t', '--type').map((type) => `*.${type}`);
  const leavesOut = [
    ...values('--exclude', '--ignore'),
    ...globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
  ];
  const leavesDirectories = [...values('--exclude-dir', '--ignore-dir'), ...leavesOut];
  const included = namePatterns([...takesIn, ...types]);
  const [files, directories] = [namePatterns(leavesOut), namePatterns(leavesDirectories)];
  const isOne = (list: readonly SegmentGlob[], name: string): boolean =>
    list.some((pattern) => matchesSegment(pattern, name));
  return (name, is) =>
    is === 'directory'
      ? !isOne(directories, name)
      : (included.length === 0 || isOne(included, name)) && !isOne(files, name);
}

/** `--include=*.ts` without quotes remains as written: no file has such a name. */
function globIn(word: Word | undefined): string {
  if (word?.kind !== 'unknown' || !word.reason.startsWith('glob ')) return literalOf(word) ?? '';
  return word.reason.slice('glob '.length).replace(/^--?[\w-]+=/u, '');
}

/** `find . -name '*.ts' -exec cat {} +` passes the files found to another command. */
function found(args: Arguments): Manner | undefined {
  if (!args.options.some(({ until }) => until !== undefined)) return undefined;
  const takes = namesTaken(namesReached(args));
  return { roots: args.operands.map(({ word }) => word), hidden: true, respectsIgnore: false, takes };
}
