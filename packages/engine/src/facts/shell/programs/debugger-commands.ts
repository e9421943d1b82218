import { literalOf, type Word } from '../read/words/word.ts';

/**
 * `gdb -batch -ex 'bt full' ./app core`: the files whose code it runs if each command visibly reads, steps or starts the
 * program; empty if all of them only read. Undefined if a command calls a function (`print system("id")`), escapes to a shell
 * (`run $(id)`) or is read from a file.
 */
export function debuggedFiles(words: readonly Word[]): readonly Word[] | undefined {
  const [name, ...rest] = words;
  const told = debuggers.test(literalOf(name) ?? '/') ? toldIn(rest) : undefined;
  const said =
    told?.commands.map((command) => ({ text: literalOf(command) ?? '\n', span: command.span })) ?? [];
  const uses = said.map(({ text }) => useOf(text));
  if (told === undefined || uses.length === 0 || uses.includes(undefined)) return undefined;
  // `file ./app` sets the program of a later `run`.
  const named = said.flatMap(({ text, span }): readonly Word[] => {
    const file = opening.exec(text)?.[1];
    return file === undefined ? [] : [{ kind: 'literal', text: file, span }];
  });
  return uses.includes('runs') ? [...told.files, ...named] : [];
}

interface Told {
  readonly commands: Word[];
  readonly files: Word[];
}

function toldIn(rest: readonly Word[]): Told | undefined {
  const told: Told = { commands: [], files: [] };
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at];
    const text = literalOf(word) ?? '-';
    if (quiet.test(text)) continue;
    if (word !== undefined && !text.startsWith('-')) told.files.push(word);
    else if (/^--?args$/u.test(text)) {
      told.files.push(...rest.slice(at + 1, at + 2));
      return told;
    } else {
      const { list, joined } = optionIn(text);
      const value: Word | undefined =
        word === undefined || joined === undefined
          ? rest[++at]
          : { kind: 'literal', text: joined, span: word.span };
      if (list === undefined || value === undefined) return undefined;
      told[list].push(value);
    }
  }
  return told;
}

/** The list to which the option's value belongs. */
function optionIn(text: string): { readonly list?: keyof Told; readonly joined?: string | undefined } {
  const [, option = '', joined] = /^(--?[a-z-]+)(?:=(.*))?$/su.exec(text) ?? [];
  if (naming.test(option)) return { list: 'files', joined };
  return commanding.test(option) ? { list: 'commands', joined } : {};
}

function useOf(command: string): 'looks' | 'runs' | undefined {
  const bare = command.trim().replace(/^(?:thread|frame) apply (?:all|[\d -]+)(?: -[qcs])* /u, '');
  if (leaves.test(bare)) return undefined;
  if (looking.test(bare) || opening.test(bare)) return 'looks';
  return running.test(bare) ? 'runs' : undefined;
}

const debuggers = /^(?:(?:\w+-)*gdb(?:-multiarch)?|(?:rust-)?lldb(?:-\d+)?)$/u;
const quiet = /^(?:--?batch|-b|-q|--?quiet|--?silent|--?nx|-n|--?nh|--no-lldbinit)$/u;
const naming = /^(?:-c|--?core|-e|--?exec|-s|--?symbols|--?se|-f|--file)$/u;
const commanding = /^(?:--?i?ex|--?eval-command|--?init-eval-command|-o|-O|--one-line(?:-before-file)?)$/u;

/** Calls, shell text, redirections, a second line. */
const leaves = /[`|&;(){}<>\n!]/u;
const looking =
  /^(?:(?:bt|backtrace|where|info|ptype|whatis|list|l|frame|f|up|down|thread|x|p|print|disas|disass|disassemble|register|image|show|quit|q|kill|k)(?![\w-])(?! (?:script|jump))|set (?:pagination|confirm|width|height|listsize|print|disassembly-flavor|breakpoint pending|debuginfod enabled) ).*$/u;
const opening = /^(?:file|exec-file|symbol-file|core-file|target create) ([\w.+/-]+)$/u;
const running =
  /^(?:run|r|start|starti|continue|c|next|n|step|s|stepi|si|nexti|ni|finish|until|break|b|tbreak|watch|rwatch|awatch|catch|process launch|set args)(?: .*)?$/u;
