import { notRead } from './syntax.ts';

/** The parts of an f-string: texts, and the texts of expressions. */
export function formatParts(text: string): readonly (string | { readonly expression: string })[] {
  const parts: (string | { readonly expression: string })[] = [];
  let plain = '';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if ((letter === '{' || letter === '}') && text[at + 1] === letter) {
      plain += letter;
      at += 1;
    } else if (letter === '}') notRead('a brace');
    else if (letter === '{') {
      const end = closingBrace(text, at);
      if (plain !== '') parts.push(plain);
      plain = '';
      parts.push(...field(text.slice(at + 1, end)));
      at = end;
    } else plain += letter;
  }
  if (plain !== '') parts.push(plain);
  return parts;
}

function closingBrace(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '\\' || letter === '#') notRead('an f-string');
    if (letter === '"' || letter === "'") at = closingQuote(text, at);
    else if ('{[('.includes(letter)) depth += 1;
    else if ('}])'.includes(letter)) depth -= 1;
    if (depth === 0) return at;
  }
  return notRead('an f-string');
}

function closingQuote(text: string, from: number): number {
  const end = text.indexOf(text[from] ?? '', from + 1);
  // Python versions differ on three quotes in a row and on backslashes.
  if (end === -1 || end === from + 1 || text.slice(from, end).includes('\\')) return notRead('an f-string');
  return end;
}

/** `value!r:>{width}`: the expression, and those in its format. */
function field(text: string): readonly (string | { readonly expression: string })[] {
  const end = formatStart(text);
  const expression = text.slice(0, end).replace(/(?<![=!<>])=\s*$/u, '');
  const rest = text.slice(end);
  const [, format = ''] = /^(?:![rsa])?(?::([\s\S]*))?$/u.exec(rest) ?? notRead('an f-string');
  return [{ expression }, ...formatParts(format)];
}

/** The start of `!r` or `:` outside brackets and quotes. */
function formatStart(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '"' || letter === "'") at = closingQuote(text, at);
    else if ('{[('.includes(letter)) depth += 1;
    else if ('}])'.includes(letter)) depth -= 1;
    else if (depth === 0 && (letter === ':' || (letter === '!' && text[at + 1] !== '='))) return at;
  }
  return text.length;
}
