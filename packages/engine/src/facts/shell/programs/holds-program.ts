import { givenText } from '../effects/given-text.ts';
import type { Redirection } from '../read/state/invocation.ts';
import { literalOf, type Word } from '../read/words/word.ts';
import { plainCode, type PlainCode } from './plain-code.ts';
import type { Arguments } from '../model/model.ts';

/** Whether `inlineProgram` would have anything to read: few commands contain a program, so it is loaded only for them. */
export function holdsProgram(args: Arguments, given: string | undefined): boolean {
  const isInterpreter = /^(?:node|nodejs|perl|python(?:3(?:\.\d+)?)?|pypy3?)$/u.test(args.path[0] ?? '');
  return isInterpreter
    ? given !== undefined || args.options.some((option) => givesProgram.test(option.name))
    : isScriptOf(args);
}

const givesProgram = /^(?:-c|-e|-E|-p|--eval|--print)$/u;

/** `bun -e 'x'`, `deno eval 'x'`: exactly these words and the program. */
export function isScriptOf({ words }: Arguments): boolean {
  const [name = '', how = ''] = words.slice(0, 2).map(literalOf);
  const isCode = name === 'bun' ? givesProgram.test(how) : name === 'deno' && how === 'eval';
  return isCode && words.length === 3;
}

interface GivenWords {
  readonly words: readonly Word[];
  readonly redirections: readonly Redirection[];
}

/** A short program in a language that is not parsed and that visibly only computes, reads and prints. */
export function plainCodeIn({ words, redirections }: GivenWords): PlainCode | undefined {
  const [program = '', ...rest] = words.map((word) => literalOf(word));
  if (!interpreters.test(program)) return undefined;
  const given = redirections.length === 0 ? undefined : givenText(redirections);
  return given !== undefined || rest.some((each) => codeOption.test(each ?? ''))
    ? plainCode([program, ...rest], given)
    : undefined;
}

const codeOption = /^(?:-\w{0,2}[eEr]|-eval|--e\w+(?:=.*)?|eval|r|runner|--batch-string=.*)$/su;
const interpreters =
  /^(?:ruby|php|Rscript|R|julia|elixir|iex|mix|perl|lua(?:jit|5\.\d)?|octave(?:-cli)?|groovy|kotlinc?|scala(?:-cli)?|clojure|clj|bb|ocaml|maxima|erl|swift|ghc|sail|vendor\/bin\/sail|rails|(?:\.\/)?bin\/rails|bundle)$/u;
