/** Characters that the shell never interprets in a word: no quote, expansion, brace, tilde or pattern. */
const PLAIN = new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.,:@%+/=-');

const TABLE = Uint8Array.from({ length: 128 }, (_, code) => (PLAIN.has(String.fromCharCode(code)) ? 1 : 0));

/** The end of the run of plain characters that starts here. Called for every word, so it avoids regular expressions. */
export function plainEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && TABLE[text.charCodeAt(at)] === 1) at += 1;
  return at;
}

export function isPlainText(text: string): boolean {
  return text !== '' && plainEnd(text, 0) === text.length;
}
