import type { Expanded } from './carriers.ts';
import type { Arguments } from './commands/model.ts';
import { labelOf } from './shell-part-label.ts';
import { literalOf } from './word.ts';
import type { Word } from './word.ts';

type Argv = readonly Word[];

/** Other spellings of the same command, for suspicion only. */
export function aliasesOf({ words, args, found }: Expanded): readonly Argv[] {
  const [name, ...rest] = words;
  if (name === undefined) return [];
  const literal = (text: string): Word => ({ kind: 'literal', text, span: name.span });
  const base = literal(found.base ?? literalOf(name) ?? '');
  const aliases: Argv[] = [];
  if (found.base !== undefined) aliases.push([base, ...rest]);
  // Whatever the name begins with, the last part of the path may be any command.
  if (name.kind === 'unknown' && name.starts !== '') aliases.push([{ ...name, starts: '' }, ...rest]);
  if (args === undefined) return aliases;
  const plain = [base, ...subcommandNames(args).map(literal), ...words.slice(args.from)];
  if (args.rows.length > 1 && labelOf(plain) !== labelOf(words)) aliases.push(plain);
  aliases.push(...hiddenSubcommands(args).map((at) => [base, ...words.slice(at)]));
  for (const meaning of args.rows[0]?.means?.(args) ?? []) if ('argv' in meaning) aliases.push(meaning.argv);
  return aliases;
}

/** `git -C x push` is `git push`, `npm i` is `npm install`. */
function subcommandNames(args: Arguments): readonly string[] {
  return args.rows
    .slice(1)
    .map((row, index) => (row.same === true ? row.names[0] : args.path[index + 1]) ?? '');
}

/** An option that is not known may have taken the word that looked like the sub-command. */
function hiddenSubcommands(args: Arguments): readonly number[] {
  if (args.strange === undefined) return [];
  const known = new Set(args.command.subcommands?.flatMap((row) => row.names) ?? []);
  return args.operands
    .slice(0, 8)
    .filter(({ word }) => known.has(literalOf(word) ?? ''))
    .map(({ at }) => at);
}
