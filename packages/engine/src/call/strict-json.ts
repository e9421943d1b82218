/**
 * Parses JSON whose objects name each member once. With duplicate names some parsers take the first, some the last and some
 * both, so the judged call might not be the call that runs. Throws a `SyntaxError`.
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Duplicate names, however they are escaped, become one member of the parsed value.
  if (countNames(text) !== countMembers(value))
    throw new SyntaxError('a name occurs twice in one JSON object');
  return value;
}

/** Counts the members of all objects in a parsed value, at any depth. */
function countMembers(value: unknown): number {
  const waiting: unknown[] = [value];
  let count = 0;
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null) continue;
    const held: readonly unknown[] = Array.isArray(one) ? one : Object.values(one);
    if (!Array.isArray(one)) count += held.length;
    for (const each of held) if (typeof each === 'object' && each !== null) waiting.push(each);
  }
  return count;
}

/** Counts the names in valid JSON: strings before a colon. The runtime's own search skips long strings quickly. */
function countNames(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    at = endOfString(text, at + 1);
    afterString.lastIndex = at;
    if (afterString.test(text)) count += 1;
  }
  return count;
}

const afterString = /[ \t\r\n]*:/y;
const backslash = 0x5c;

/** The offset after the closing quote of the string that begins here. */
function endOfString(text: string, start: number): number {
  for (let from = start; ;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return text.length;
    let slashes = 0;
    while (quote - slashes > start && text.charCodeAt(quote - slashes - 1) === backslash) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}
