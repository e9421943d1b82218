import type { Loss, LossReport } from './loss.ts';

/** Prints the report for a person: each loss with its line, wrapped, after `prefix`. */
export function printLosses(
  losses: LossReport,
  { width, prefix = '' }: { width: number; prefix?: string },
): string {
  if (losses.length === 0) return `${prefix}Nothing is lost.`;
  const count = (effect: Loss['effect']): number => losses.filter((loss) => loss.effect === effect).length;
  const title = `${count('stricter')} stricter, ${count('not-carried')} not carried`;
  return [`${prefix}${title}`, ...losses.flatMap((loss) => printLoss(loss, { width, prefix }))].join('\n');
}

function printLoss(
  { what, why, effect, at }: Loss,
  { width, prefix }: { width: number; prefix: string },
): readonly string[] {
  const place = at?.line === undefined ? '' : ` (line ${at.line})`;
  const mark = effect === 'stricter' ? '+' : '-';
  return [
    ...wrap(`${mark} ${what}${place}`, width - prefix.length, '  '),
    ...wrap(`    ${why}`, width - prefix.length, '    '),
  ].map((line) => `${prefix}${line}`.trimEnd());
}

/** Nothing is cut off: breaks at spaces where possible, otherwise anywhere. */
function wrap(text: string, width: number, indent: string): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const blank = rest.lastIndexOf(' ', width);
    const at = blank > indent.length ? blank : width;
    lines.push(rest.slice(0, at));
    rest = indent + rest.slice(at).trimStart();
  }
  return [...lines, rest];
}
