import { withoutSecrets } from '@permesso/engine/text';
import { printable } from '@permesso/engine/decision';

export interface DiffOptions {
  /** For the two header lines. */
  readonly name: string;
  readonly width: number;
}

type DiffLine = readonly [sign: ' ' | '+' | '-', text: string];

const around = 2;
/** Beyond this many lines on each side everything in between is shown as replaced. */
const most = 1500;

/** A file's changes in the style of `diff -u`. Keys are redacted, long lines wrapped. */
export function unifiedDiff(
  before: string | undefined,
  after: string | undefined,
  { name, width }: DiffOptions,
): readonly string[] {
  const [a, b] = [linesOf(before ?? ''), linesOf(after ?? '')];
  const lines = compare(a, b);
  return [
    `--- ${before === undefined ? '(no file)' : name}`,
    `+++ ${after === undefined ? '(no file)' : name}`,
    ...hunks(lines),
  ].flatMap((line) => folded(printable(withoutSecrets(line).replaceAll('\t', '    ')), width));
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function compare(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end += 1;
  const same = (text: string): DiffLine => [' ', text];
  return [
    ...a.slice(0, start).map(same),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

/** Keeps as many lines as possible, in order. */
function middle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  if (a.length > most || b.length > most)
    return [...a.map((text): DiffLine => ['-', text]), ...b.map((text): DiffLine => ['+', text])];
  const common = commonFrom(a, b);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push([' ', left]);
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || common(i + 1, j) >= common(i, j + 1))) {
      lines.push(['-', left]);
      i += 1;
    } else {
      lines.push(['+', right ?? '']);
      j += 1;
    }
  }
  return lines;
}

/** The length of the longest common subsequence of the two remainders, by the textbook table. */
function commonFrom(a: readonly string[], b: readonly string[]): (i: number, j: number) => number {
  const columns = b.length + 1;
  const table = new Uint32Array((a.length + 1) * columns);
  const at = (i: number, j: number): number => table[i * columns + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      table[i * columns + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
}

/** Changed lines with some context. */
function hunks(lines: readonly DiffLine[]): readonly string[] {
  const isShown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(([sign]) => sign !== ' '),
  );
  const shown: string[] = [];
  let [left, right] = [1, 1];
  for (const [at, [sign, text]] of lines.entries()) {
    if (isShown[at] === true) {
      if (isShown[at - 1] !== true) shown.push(`@@ -${left} +${right} @@`);
      shown.push(sign + text);
    }
    if (sign !== '+') left += 1;
    if (sign !== '-') right += 1;
  }
  return shown;
}

function folded(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const blank = rest.lastIndexOf(' ', width);
    const at = blank > width / 2 ? blank : width;
    lines.push(rest.slice(0, at));
    rest = `      ${rest.slice(at).trimStart()}`;
  }
  return [...lines, rest];
}
