import type { Arguments } from '../model/model.ts';
import { literalOf, type Word } from '../read/words/word.ts';
import type { Expanded } from './carriers.ts';

const streams = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/u;

/**
 * The program text that a command reads from standard input: `python3 - <<E`, `echo x | node`, `make -f -`. Undefined if it
 * reads none; without `text` if that is not in the call.
 */
export function programOnInput({
  args,
  redirections,
  fed,
}: Expanded): { readonly text: string | undefined } | undefined {
  if (args === undefined || !readsProgram(args)) return undefined;
  if (
    fed === undefined &&
    redirections.every(({ operator }) => !operator.startsWith('<')) &&
    startsTask(args)
  )
    return undefined;
  const here = redirections.findLast(({ operator }) => operator.startsWith('<<'));
  const text = here?.body ?? literalOf(here?.target);
  return { text };
}

function readsProgram(args: Arguments): boolean {
  const given = args.options.filter(({ role }) => role === 'code' || role === 'sql' || role === 'program');
  if (given.some(({ value }) => isStream(value))) return true;
  if (args.command.standardInput !== 'code' || given.length > 0 || isPrinting(args)) return false;
  const [first] = args.operands;
  return first === undefined || isStream(first.word) || !isProgram(args);
}

/** The first operand is the program's file, so nothing is read from standard input. */
function isProgram({ command }: Arguments): boolean {
  return command.operands?.first?.[0] === 'program' || command.operands?.rest === 'text';
}

/** `clojure -M:test`, `clojure -Stree`: an alias of the project, which does not read commands from standard input. */
function startsTask({ path, words }: Arguments): boolean {
  return (
    /^(?:clj|clojure)$/u.test(path[0] ?? '') &&
    words.some((word) => /^-(?:[MXT]:\w|S(?:tree|path|describe|verbose|pom)$)/u.test(literalOf(word) ?? ''))
  );
}

function isStream(word: Word | undefined): boolean {
  return streams.test(literalOf(word) ?? '');
}

/** It prints and exits, or was told not to prompt: `gdb -batch`, `redis-cli --scan`. */
function isPrinting({ words }: Arguments): boolean {
  const texts = words.map((word) => literalOf(word) ?? '');
  // `php -S localhost:8000` serves, `php -i` prints its settings, `rr ps` lists recordings.
  if (texts[0] === 'php' && /^-(?:S|i|m|-ini|-modules)$/u.test(texts[1] ?? '')) return true;
  if (texts[0] === 'rr' && /^(?:ps|ls|pack|buildid|traceinfo)$/u.test(texts[1] ?? '')) return true;
  if (texts.some((text) => /^--?batch$|^--(?:scan|bigkeys|memkeys)$/u.test(text))) return true;
  if (/lldb/u.test(texts[0] ?? '') && texts.includes('-b')) return true;
  return texts.length === 2 && /^--?(?:version|help|v|V|h)$/u.test(texts[1] ?? '');
}
