import { literalOf } from '../../read/words/word.ts';
import type { Expanded } from '../carriers.ts';

/**
 * `sh -c 'make && make test'`: a shell that is given nothing but its text. Each command of the text is a separate part, and so
 * is anything that could not be read, so the shell itself does nothing but start them. Does not apply if it reads another file
 * first (`-i`, `--rcfile`, `BASH_ENV`), or runs as another user or on another machine.
 */
export function startsKnownText(command: Expanded): boolean {
  const { words, elsewhere, contained, away, assignments, redirections } = command;
  if (contained || away || assignments.length > 0 || redirections.length > 0) return false;
  if (elsewhere !== undefined && elsewhere !== 'on many revisions') return false;
  const [shell = '', ...given] = words.map((word) => literalOf(word) ?? '');
  const at = given.findIndex((text) => /^-[eux]*c$/u.test(text));
  const text = given[at + 1] ?? '';
  return (
    /^(?:sh|bash|dash)$/u.test(shell) &&
    at !== -1 &&
    text !== '' &&
    !text.startsWith('-') &&
    given.slice(0, at).every((option) => /^-[eux]+$/u.test(option)) &&
    given.every((each) => each !== '')
  );
}
