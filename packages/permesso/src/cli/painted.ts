const colours = {
  allow: 32,
  ask: 33,
  deny: 31,
  ok: 32,
  '?': 33,
  WRONG: 31,
  BROKEN: 31,
  quiet: 32,
  asked: 33,
  denied: 31,
} as const;

/** Whether to colour a stream's output: `FORCE_COLOR` and `NO_COLOR` work as in other programs. */
export function wantsColour(
  env: Readonly<Record<string, string | undefined>>,
  { isTTY = false }: { readonly isTTY?: boolean },
): boolean {
  const forced = env['FORCE_COLOR'] ?? '';
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return isTTY && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

/** A command's text for a terminal: verdicts in their colours, titles bold, reasons dim, everything else plain. */
export function painted(text: string): string {
  const lines = text.split('\n');
  return lines.map((line, at) => paintLine(line, lines[at + 1] ?? '')).join('\n');
}

/** What precedes a verdict: a sign of `explain`; the number and time of an entry. */
const verdictLine = new RegExp(
  `^( *(?:(?:yes|may|-) +|\\d+ {2}[-\\d]+ [:\\d]+ {2})?)(${Object.keys(colours).join('|').replace('?', '\\?')})(,[^(]*|)( {2,}(?:\\d+ {2})?)(.*?)( {2,}.*)?$`,
  'u',
);

function paintLine(line: string, next: string): string {
  const [, before = '', word, more = '', gap = '', what = '', reason = ''] = verdictLine.exec(line) ?? [];
  if (word !== undefined)
    return `${before}${style(word + more, `1;${colours[word as keyof typeof colours]}`)}${gap}${barIn(what, word)}${style(reason, '2')}`;
  if (/^[A-Z][a-z]+(?= {2,}\S)/u.test(line)) return line.replace(/^\S+/u, (label) => style(label, '1'));
  if (/^\S/u.test(line)) return /^ +\S/u.test(next) ? style(line, '1') : line;
  return /^ {7,}\S/u.test(line) ? style(line, '2') : line;
}

function barIn(text: string, word: string): string {
  return text
    .replace(/█+/u, (bar) => style(bar, String(colours[word as keyof typeof colours])))
    .replace(/░+/u, (rest) => style(rest, '2'));
}

function style(text: string, codes: string): string {
  return text === '' ? '' : `\u001B[${codes}m${text}\u001B[0m`;
}
