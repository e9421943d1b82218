/** One word of a pasted command line. */
interface ShellWord {
  readonly text: string;
  readonly line: number;
}

const shape =
  /(?<join>\\\r?\n)|(?<blank>\s+)|'(?<single>[^']*)'?|"(?<double>(?:\\[\s\S]|[^"\\])*)"?|\\(?<escaped>[\s\S]?)|(?<plain>[^\s'"\\]+)/uy;

/** The words of a pasted command line: handles quotes, backslashes, line continuations and comments. */
export function shellWords(text: string): readonly ShellWord[] {
  const words: ShellWord[] = [];
  let word: ShellWord | undefined;
  let line = 1;
  for (let at = 0; at < text.length;) {
    if (word === undefined && text[at] === '#') {
      at = lineEnd(text, at);
      continue;
    }
    shape.lastIndex = at;
    const groups = shape.exec(text)?.groups ?? {};
    const end = Math.max(shape.lastIndex, at + 1);
    const piece = pieceOf(groups);
    if (piece !== undefined) word = { text: (word?.text ?? '') + piece, line: word?.line ?? line };
    else if (groups['blank'] !== undefined && word !== undefined) {
      words.push(word);
      word = undefined;
    }
    line += text.slice(at, end).split('\n').length - 1;
    at = end;
  }
  return word === undefined ? words : [...words, word];
}

function pieceOf(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const double = groups['double']?.replaceAll(/\\(["\\$`])/gu, '$1');
  return groups['single'] ?? double ?? groups['escaped'] ?? groups['plain'];
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}
