import type { Derivation, PartReceipt, Verdict } from '@permesso/engine';

/** Tools to try, with an input to start from. */
export const tools: readonly { readonly name: string; readonly input: string }[] = [
  { name: 'Bash', input: '' },
  { name: 'Read', input: '{ "file_path": "src/../.env" }' },
  { name: 'Edit', input: '{ "file_path": ".git/hooks/pre-commit", "old_string": "a", "new_string": "b" }' },
  { name: 'WebFetch', input: '{ "url": "https://docs.python.org/3/" }' },
  { name: 'mcp__files__write_file', input: '{ "path": "/etc/hosts", "content": "x" }' },
];

/** Written out, so that the page has them before the engine is there; a test compares. */
export const modeNames: readonly string[] = ['default', 'acceptEdits', 'explore', 'bypass', 'dontAsk'];

export interface Piece {
  readonly text: string;
  readonly verdict?: Verdict;
}

const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

/** The command, cut where any part begins or ends; the shortest part that covers a piece colours it, of equal ones the strictest. */
export function piecesOf(text: string, parts: readonly PartReceipt[]): readonly Piece[] {
  const spans = parts.flatMap((part) => (part.span === undefined ? [] : [{ part, ...part.span }]));
  const cuts = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])]
    .filter((at) => at >= 0 && at <= text.length)
    .toSorted((a, b) => a - b);
  return cuts.slice(1).map((end, at): Piece => {
    const start = cuts[at] ?? 0;
    const [narrowest] = spans
      .filter((span) => span.start <= start && end <= span.end)
      .toSorted(
        (a, b) =>
          a.end - a.start - (b.end - b.start) || strictness[b.part.verdict] - strictness[a.part.verdict],
      );
    const piece = text.slice(start, end);
    return narrowest === undefined ? { text: piece } : { text: piece, verdict: narrowest.part.verdict };
  });
}

export interface ProfileRow {
  readonly title: string;
  readonly values: readonly string[];
  readonly more: number;
}

const mostValues = 6;

/** A profile as short lists. */
export function profileRows({ profile }: Pick<Derivation, 'profile'>): readonly ProfileRow[] {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['Writable', profile.writable],
    ['Read-only', profile.readOnly],
    ['Hidden', profile.hidden],
    ['Hosts', profile.hosts],
    ['Environment', profile.environment],
  ];
  return rows.map(([title, values]) => ({
    title,
    values: values.slice(0, mostValues),
    more: Math.max(0, values.length - mostValues),
  }));
}
