import { literalOf, type Word } from '../read/words/word.ts';
import type { Touch } from './model.ts';

/**
 * `cp a d`, `install a .`, `scp h:a ./`: if the target is a directory, the file with the source's name in it is written. Only
 * the machine knows which is the case, so both are stated.
 */
export function into(source: Word, target: Word): readonly Touch[] {
  const directory = literalOf(target);
  if (directory === undefined) return [];
  const text = literalOf(source);
  const whole = text ?? globOf(source);
  const name = whole?.replace(/\/+$/u, '').replace(/^.*[/:]/su, '');
  if (name === undefined || name === '' || name === '.' || name === '..') return [];
  const path = `${directory.replace(/\/+$/u, '')}/${name}`;
  const { span } = target;
  const word: Word =
    text === undefined
      ? {
          kind: 'unknown',
          reason: `glob ${path}`,
          starts: path.slice(0, path.search(/[*?[]/u)),
          count: 'any',
          span,
        }
      : { kind: 'literal', text: path, span };
  return [{ access: 'write', word }];
}

function globOf(word: Word): string | undefined {
  return word.kind === 'unknown' && word.reason.startsWith('glob ') ? word.reason.slice(5) : undefined;
}
