import { literalOf, type Word } from '../read/words/word.ts';

/** What a debugger is told in the call: to look, or also to run the program that it is given. */
export type DebuggerUse = 'looks' | 'runs';

/**
 * `gdb -batch -ex 'bt full' ./app core`: each command visibly looks, steps or starts the program. Undefined for anything else, a
 * command that calls a function (`print system("id")`), leaves for a shell (`run $(id)`) or is read from a file.
 */
export function debuggerUse(words: readonly Word[]): DebuggerUse | undefined {
  const [name = '/', ...rest] = words.map((word) => literalOf(word));
  const told = debuggers.test(name) ? toldIn(rest) : undefined;
  const uses = told?.commands.map(useOf) ?? [];
  if (told === undefined || uses.length === 0 || uses.includes(undefined)) return undefined;
  if (!uses.includes('runs')) return 'looks';
  return told.files.every(isNear) ? 'runs' : undefined;
}

interface Told {
  readonly commands: string[];
  readonly files: string[];
}

function toldIn(rest: readonly (string | undefined)[]): Told | undefined {
  const told: Told = { commands: [], files: [] };
  for (let at = 0; at < rest.length; at++) {
    const text = rest[at] ?? '-';
    if (quiet.test(text)) continue;
    if (/^--?args$/u.test(text)) {
      told.files.push(rest[at + 1] ?? '/');
      return told;
    }
    const { list, joined } = optionIn(text);
    const value = joined ?? rest[++at];
    if (list === undefined || value === undefined) return undefined;
    told[list].push(value);
  }
  return told;
}

/** Where its value belongs; a word that is no option is its own. */
function optionIn(text: string): { readonly list?: keyof Told; readonly joined?: string | undefined } {
  if (!text.startsWith('-')) return { list: 'files', joined: text };
  const [, option = '', joined] = /^(--?[a-z-]+)(?:=(.*))?$/su.exec(text) ?? [];
  if (naming.test(option)) return { list: 'files', joined };
  return commanding.test(option) ? { list: 'commands', joined } : {};
}

function useOf(command: string): DebuggerUse | undefined {
  const bare = command.trim().replace(/^(?:thread|frame) apply (?:all|[\d -]+)(?: -[qcs])* /u, '');
  if (leaves.test(bare)) return undefined;
  if (looking.test(bare)) return 'looks';
  return running.test(bare) ? 'runs' : undefined;
}

/** A program of the place where the debugger runs. */
function isNear(file: string): boolean {
  return /^[\w.@+]/u.test(file) && !file.split('/').includes('..');
}

const debuggers = /^(?:(?:\w+-)*gdb(?:-multiarch)?|(?:rust-)?lldb(?:-\d+)?)$/u;
const quiet = /^(?:--?batch|-b|-q|--?quiet|--?silent|--?nx|-n|--?nh|--no-lldbinit)$/u;
const naming = /^(?:-c|--?core|-e|--?exec|-s|--?symbols|--?se|-f|--file)$/u;
const commanding = /^(?:--?i?ex|--?eval-command|--?init-eval-command|-o|-O|--one-line(?:-before-file)?)$/u;

/** Calls, text for a shell, redirections, a second line. */
const leaves = /[`|&;(){}<>\n!]/u;
const looking =
  /^(?:(?:bt|backtrace|where|info|ptype|whatis|list|l|frame|f|up|down|thread|x|p|print|disas|disass|disassemble|register|image|show|quit|q|kill|k)(?![\w-])(?! (?:script|jump))|set (?:pagination|confirm|width|height|listsize|print|disassembly-flavor|breakpoint pending|debuginfod enabled) ).*$/u;
const running =
  /^(?:run|r|start|starti|continue|c|next|n|step|s|stepi|si|nexti|ni|finish|until|break|b|tbreak|watch|rwatch|awatch|catch|process launch|set args)(?: .*)?$/u;
