/** The words of a command line as somebody pasted it: quotes, backslashes, line continuations and comments. */
export function shellWords(text: string): readonly { readonly text: string; readonly line: number }[] {
  const words: { text: string; line: number }[] = [];
  let word: { text: string; line: number } | undefined;
  let quote = '';
  let line = 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\n') line += 1;
    if (quote !== '') {
      if (character === quote) quote = '';
      else if (quote === '"' && character === '\\' && /["\\$`]/u.test(text.charAt(at + 1)))
        word = grow(word, text.charAt((at += 1)), line);
      else word = grow(word, character, line);
    } else if (character === '\\' && (text[at + 1] === '\n' || text.startsWith('\r\n', at + 1))) {
      line += 1;
      at += text[at + 1] === '\r' ? 2 : 1;
    } else if (character === '\\' && at + 1 < text.length) word = grow(word, text.charAt((at += 1)), line);
    else if (character === "'" || character === '"') {
      quote = character;
      word = grow(word, '', line);
    } else if (character === '#' && word === undefined) {
      const end = text.indexOf('\n', at);
      at = end === -1 ? text.length : end - 1;
    } else if (/\s/u.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = grow(word, character, line);
  }
  if (word !== undefined) words.push(word);
  return words;
}

function grow(
  word: { text: string; line: number } | undefined,
  text: string,
  line: number,
): { text: string; line: number } {
  return word === undefined ? { text, line } : { text: word.text + text, line: word.line };
}
