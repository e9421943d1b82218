/** What `cmd /c` would run: the commands by name, or undefined when it cannot be told. */
export interface CmdCommand {
  readonly does: 'reads' | 'removes' | 'starts';
  readonly words: readonly string[];
}

const reading: ReadonlySet<string> = new Set(
  'echo type dir cd chdir ver vol set rem cls title where find findstr more sort exit tree'.split(' '),
);
const removing: ReadonlySet<string> = new Set(['del', 'erase', 'rd', 'rmdir']);

/** Implements the quoting of cmd: `^` escapes the next character, quotes join words, `&`, `|` and parentheses separate commands. */
export function readCmdText(text: string): readonly CmdCommand[] | undefined {
  // Variables, blocks and redirections are not modelled.
  if (/[%!()<>\r\n]/u.test(text)) return undefined;
  const commands: CmdCommand[] = [];
  for (const words of splitCmd(text)) {
    const [first] = words;
    if (first === undefined) continue;
    const name = first
      .toLowerCase()
      .replace(/^@/u, '')
      .replace(/\.(?:exe|com)$/u, '');
    // `del/q x` and `cd..` need no space.
    const [own = name] = /^[a-z]+/u.exec(name) ?? [];
    if (removing.has(own)) commands.push({ does: 'removes', words });
    else if (reading.has(name) && name !== 'set') commands.push({ does: 'reads', words });
    else if (/^[\w.-]+$/u.test(name)) commands.push({ does: 'starts', words: [name, ...words.slice(1)] });
    else return undefined;
  }
  return commands;
}

function splitCmd(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  let word: string | undefined;
  let quoted = false;
  const end = (): void => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  for (let at = 0; at < text.length; at += 1) {
    const c = text[at] ?? '';
    if (c === '^' && !quoted) {
      at += 1;
      word = (word ?? '') + (text[at] ?? '');
    } else if (c === '"') {
      quoted = !quoted;
      word ??= '';
    } else if (!quoted && (c === '&' || c === '|')) {
      end();
      commands.push([]);
    } else if (!quoted && /[\s,;=]/u.test(c)) end();
    else word = (word ?? '') + c;
  }
  end();
  return commands;
}
