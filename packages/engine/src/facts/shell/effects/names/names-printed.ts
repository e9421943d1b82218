import { definedFields } from '../../../../call/defined-fields.ts';
import type { World } from '../../../../world/world.ts';
import { assessCommand, type Assessment } from '../../model/assess-command.ts';
import { readArguments } from '../../model/arguments.ts';
import { rowEffects } from '../../model/row-effects.ts';
import { findCommand } from '../../model/find-command.ts';
import type { Invocation, Redirection, ShellReading } from '../../read/state/invocation.ts';
import { readShellText } from '../../read/read-shell.ts';
import type { Shells } from '../../read/shells/shell-set.ts';
import { literalOf, type UnknownWord, type Word } from '../../read/words/word.ts';
import { isPlainBelow, namesBehind, namesFound } from './names-found.ts';
import type { WorkingPlace } from '../working-place.ts';
import { joinPath, normalisePath } from '../../../paths/normalise.ts';

/**
 * Words whose values are file names that the text does not spell: `$(git ls-files)`, and `$f` of `for f in src/*.ts` without
 * quotes. The shell splits both at blanks, so the machine must confirm that no name contains one, and nothing in the text may
 * create such a name.
 */
export function nameValues(
  reading: ShellReading,
  world: World,
  /** Whether nothing else runs concurrently. */
  { alone }: { readonly alone: boolean },
): (word: Word, directory: WorkingPlace) => Word {
  let tame: boolean | undefined;
  const isTame = (): boolean => (tame ??= leavesNamesPlain(reading));
  return (word, directory) => {
    if (word.kind !== 'unknown' || (word.printed === undefined && word.unquoted === undefined)) return word;
    if (!alone || 'unknown' in directory || !isTame()) return word;
    return word.unquoted === undefined
      ? printedNames(word, directory, { world, shells: reading.shells })
      : unquotedName(word, directory, world);
  };
}

/** Reads a script whose output lines are names of files below a directory. */
function printedNames(
  word: UnknownWord,
  place: WorkingPlace,
  { world, shells }: { readonly world: World; readonly shells: Shells },
): Word {
  const [reading, ...others] = readShellText(word.printed ?? '', shells);
  if (others.length > 0) return word;
  const { invocations, doubts, redirections } = reading;
  const last = invocations.at(-1);
  const isPipe = invocations.every((each, at) => each.fedBy === invocations[at - 1]);
  if (last === undefined || doubts.length + redirections.length > 0 || !isPipe) return word;
  const found = namesFound({ ...last, fedBy: last }, place, world);
  if (found === undefined || word.printedIn === undefined) return { ...word, ...(found && { below: found }) };
  return { ...word, ...definedFields({ below: namesBehind(found, { before: word.printedIn, after: '' }) }) };
}

function unquotedName(word: UnknownWord, directory: WorkingPlace, world: World): Word {
  const { glob, starts } = word.unquoted ?? { glob: '', starts: '' };
  const fixed = starts.slice(0, starts.lastIndexOf('/') + 1);
  if ('unknown' in directory) return word;
  const isPlain = directory.in.every((each) =>
    isPlainBelow(normalisePath(joinPath(each, fixed === '' ? '.' : fixed)), world),
  );
  const { span } = word;
  return isPlain ? { kind: 'unknown', reason: `glob ${glob}`, starts, count: 'any', span } : word;
}

/** `touch 'src/x /home/dev/.ssh/id'; for f in src/*; do cat $f; done`: every command of the text counts, because of loops. */
function leavesNamesPlain({ invocations, redirections }: ShellReading): boolean {
  return redirections.every(namesPlainly) && invocations.every(makesNoOddName);
}

function makesNoOddName({ words, redirections, definedHere }: Invocation): boolean {
  if (definedHere !== undefined || !redirections.every(namesPlainly)) return false;
  if (words.length === 0) return true;
  const { command, proven } = findCommand(words[0]);
  if (runsOnlyTools(words)) return true;
  if (command === undefined || !proven) return false;
  const name = literalOf(words[0]) ?? '';
  // None of them creates a file, whatever `$f` is: `sed -i` only rewrites existing ones.
  const given = /^(?:g?sed|jq|yq|rg|stat|file|du|xmllint|md5sum|sha\d+sum)$/u.test(name)
    ? words.map(asFile)
    : words;
  const { does, touches } = assessCommand(readArguments(command, given));
  if (does === 'reads' || name === 'read') return true;
  return does === 'edits' && touches.every(({ access, word }) => access === 'read' || isPlainName(word));
}

function asFile(word: Word): Word {
  return word.kind === 'unknown' && word.starts === ''
    ? { kind: 'literal', text: './x', span: word.span }
    : word;
}

/** `clang-format -i $f`: a tool with only ordinary arguments, according to its rows, creates no odd names. */
function runsOnlyTools(words: readonly Word[]): boolean {
  const name = literalOf(words[0]) ?? '/';
  if (name.includes('/') || !words.every((word) => word.kind === 'unknown' || isPlainWord(word)))
    return false;
  const { effects } = rowEffects(
    name,
    words
      .slice(1)
      .map((word) =>
        word.kind === 'literal'
          ? { text: word.text, starts: word.text, mayBeOption: false }
          : { text: undefined, starts: word.starts, mayBeOption: false },
      ),
  );
  return effects.length > 0 && effects.every(({ effect }) => effect === 'run' || effect === 'read');
}

function isPlainWord(word: Word): boolean {
  return /^[\w./@+&=:,%*-]*$/u.test(literalOf(word) ?? ' ');
}

export function namesPlainly({ operator, target }: Redirection): boolean {
  return !operator.includes('>') || isPlainName(target);
}

function isPlainName(word: Word): boolean {
  return /^[\w./@+&][\w./@+-]*$/u.test(literalOf(word) ?? '');
}

/** `touch 'src/x /home/dev/.ssh/id' && find src | xargs cat`: files that the text itself creates were not checked. */
export function keepsNamesPlain({
  words,
  judgement,
  redirections,
}: Pick<Invocation, 'words' | 'redirections'> & { readonly judgement: Assessment | undefined }): boolean {
  if (!redirections.every(namesPlainly)) return false;
  if (words.length === 0 || judgement?.does === 'reads') return true;
  return (
    judgement?.does === 'edits' &&
    judgement.touches.every(({ access, word }) => access === 'read' || isPlainName(word))
  );
}

/** Only commands that build other commands from their input need to know where it comes from. */
export function takesNames({ words, redirections }: Invocation): boolean {
  const name = literalOf(words[0]) ?? '';
  return /(?:^|\/)g?xargs$/u.test(name) && redirections.every(({ operator }) => !operator.startsWith('<'));
}

/** The invocation with the words resolved that are file names. */
export function withNames(invocation: Invocation, named: (word: Word) => Word): Invocation {
  const { words, redirections } = invocation;
  if (![...words, ...redirections.map(({ target }) => target)].some(mayBeNames)) return invocation;
  return {
    ...invocation,
    words: words.map(named),
    redirections: redirections.map((each) => ({ ...each, target: named(each.target) })),
  };
}

function mayBeNames(word: Word): boolean {
  return word.kind === 'unknown' && (word.printed !== undefined || word.unquoted !== undefined);
}
