import { joinPath } from '../../../paths/normalise.ts';
import { plainVerb } from '../../model/plain-verb.ts';
import { noEffects, type RowEffects } from '../../model/row-effects.ts';
import type { RowWord } from '../../model/row-fit.ts';
import { worksOnFiles } from './works-on-files.ts';
import { literalOf, type Word } from '../../read/words/word.ts';
import type { Expanded } from '../carriers.ts';
import { pathsOf } from '../command-paths.ts';
import type { CommandSurroundings } from '../command-surroundings.ts';
import { mayMeet } from '../edits/plain-edit.ts';
import { isDataFile } from '../settings/data-file.ts';

/** Directories to which only installations write, which are asked about: programs there are as known as those on the path. */
export const installedProgram: RegExp =
  /^\/(?:usr\/(?:local\/)?(?:s?bin|lib(?:exec)?)|opt|nix\/store|snap\/bin|Applications|Library\/Developer|System)\/(?:(?!\.)[\w.+@ -]+\/)*(?!\.)[\w.+ -]+$/u;

/** A program without rows: a carrier that adds nothing to what it starts, or a program whose words say what it does. */
export function saidByWords(command: Expanded, name: string, around: CommandSurroundings): RowEffects {
  const { words, args, elsewhere } = command;
  // `valgrind ./build/tests`: the started program is a separate part.
  if (args?.command.carries?.transparent === true) return { ...noEffects, effects: [{ effect: 'read' }] };
  const isListed = args !== undefined && args.strange === undefined;
  if (isListed || !runsAsIs(command)) return noEffects;
  const told = plainVerb(name, rowWords(words.slice(1)));
  if (told.effects.length === 0 && elsewhere === undefined && isGivenFiles(command, name, around))
    return { ...noEffects, effects: [{ effect: 'run' }] };
  // `pixi run lint`: a task of the project with that name.
  const isTask = told.effects.length === 0 && elsewhere !== undefined;
  return isTask ? plainVerb('runner', rowWords(words)) : told;
}

/** Its files existed before the call, and it has no input: it may interpret the contents of the files. */
function isGivenFiles(command: Expanded, name: string, around: CommandSurroundings): boolean {
  const { words, place, redirections, assignments } = command;
  const { world, writtenBefore } = around;
  if ('unknown' in place || assignments.length > 0 || command.fed !== undefined) return false;
  if (redirections.some(({ operator }) => operator.startsWith('<'))) return false;
  const given = words.slice(1);
  const isThere = (text: string): boolean =>
    place.in.every((directory) => world.entry(joinPath(directory, text)).is !== 'missing');
  if (!worksOnFiles(name, rowWords(given), isThere)) return false;
  const written = writtenBefore?.(command) ?? [];
  return given.every((word) =>
    pathsOf(word, place, world).every(
      (path) => !path.known || isDataFile(path.written) || !written.some((one) => mayMeet(one, path.written)),
    ),
  );
}

/** Whether it runs on this machine as this user: a program on the path, or from the project's installed packages. */
export function runsAsIs({ elsewhere, contained, away, chain }: Expanded): boolean {
  const [carrier, sub] = chain[0]?.words.map((word) => literalOf(word) ?? '') ?? [];
  const isProject = projectRunners.test(`${carrier} ${sub}`);
  return !contained && !away && (elsewhere === undefined || isProject);
}

const projectRunners =
  /^(?:(?:uv|poetry|pdm|hatch|pipenv|rye|pixi|conda|mamba|micromamba) run|(?:bundle|carton|opam|dune|stack|cabal|melos) exec|nix develop)$/u;

/** Each word after the name with its meaning according to the program's row, if any. */
export function rowWords(words: readonly Word[], args?: Expanded['args']): readonly RowWord[] {
  const vague = new Set(args?.vague);
  const options = new Set(args?.options.map(({ at }) => at));
  const values = new Set(args?.options.map(({ value }) => value));
  return words.map((word, place): RowWord => {
    const at = place + 1;
    const uses = options.has(at) ? 'option' : values.has(word) ? 'value' : undefined;
    if (word.kind === 'literal') return { text: word.text, starts: word.text, mayBeOption: false, uses };
    const { starts } = word;
    if (word.natural === 'number') return { text: '1', starts: '1', mayBeOption: false, uses };
    const isVague = args === undefined || vague.has(at);
    return {
      text: undefined,
      starts,
      mayBeOption: isVague && (starts === '' || starts.startsWith('-')),
      uses,
    };
  });
}
