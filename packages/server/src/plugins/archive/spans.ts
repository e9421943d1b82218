import { microsOf } from './search-archive.ts';

/** A day that is read from its files. */
export interface LeftDay {
  readonly day: string;
  readonly files: readonly { readonly part: number; readonly digest: string }[];
}

/** From, and up to but without. */
export interface SpanPiece {
  readonly from: string;
  readonly to: string;
  /** Nothing where the database has it. */
  readonly left?: LeftDay;
}

const dayMs = 24 * 60 * 60_000;

/** A span of time in pieces, each in one place, in the order of time. Days come in that order. */
export function spansOf(
  { from, to }: { readonly from: string; readonly to: string },
  days: readonly LeftDay[],
): readonly SpanPiece[] {
  const spans: SpanPiece[] = [];
  let at = from;
  for (const left of days) {
    const begins = `${left.day}T00:00:00.000Z`;
    const ends = new Date(Date.parse(begins) + dayMs).toISOString();
    spans.push(
      { from: at, to: earlier(begins, to) },
      { from: later(at, begins), to: earlier(ends, to), left },
    );
    at = later(at, ends);
  }
  spans.push({ from: at, to });
  return spans.filter((span) => microsOf(span.from).micros < microsOf(span.to).micros);
}

function earlier(a: string, b: string): string {
  return microsOf(a).micros < microsOf(b).micros ? a : b;
}

function later(a: string, b: string): string {
  return earlier(a, b) === a ? b : a;
}
