/**
 * Reads a command line of plain and quoted words as the engine writes it: `word 'a b' 'it'"'"'s'`. Nothing where it
 * holds anything else, so no expansion, operator or comment is ever mistaken for a word.
 */
export function quotedWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    const word = readWord(text, at);
    if (word === undefined || (word.end < text.length && text[word.end] !== ' ')) return undefined;
    words.push(word.value);
    at = word.end + 1;
  }
  return words;
}

interface Word {
  readonly value: string;
  readonly end: number;
}

function readWord(text: string, from: number): Word | undefined {
  let value = '';
  let at = from;
  while (at < text.length && text[at] !== ' ') {
    const piece = readPiece(text, at);
    if (piece === undefined) return undefined;
    value += piece.value;
    at = piece.end;
  }
  return at === from ? undefined : { value, end: at };
}

const bare = /[\w./:=@+,-]+/y;

function readPiece(text: string, from: number): Word | undefined {
  if (text.startsWith(`"'"`, from)) return { value: "'", end: from + 3 };
  if (text[from] === "'") {
    const close = text.indexOf("'", from + 1);
    return close === -1 ? undefined : { value: text.slice(from + 1, close), end: close + 1 };
  }
  bare.lastIndex = from;
  const match = bare.exec(text);
  return match === null ? undefined : { value: match[0], end: from + match[0].length };
}
