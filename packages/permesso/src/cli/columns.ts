import { printable } from '@permesso/engine/decision';

/**
 * Rows as aligned columns; the last one is not padded. Where a line would be too wide, the last column goes on a line
 * of its own: nothing is truncated. Hidden characters in untrusted text are spelled out.
 */
export function inColumns(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const shown = rows.map((row) => row.map(printable));
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((row) => row[column]?.length ?? 0)),
  );
  const room = (of: readonly number[]): number => of.reduce((sum, each) => sum + each + 2, 0);
  const isNarrow = room(widths) > width;
  const isAligned = room(widths.slice(0, -1)) <= width;
  return shown.flatMap((row) => {
    const last = row.at(-1) ?? '';
    const before = row
      .slice(0, -1)
      .map((cell, column) => (isAligned || column === 0 ? cell.padEnd(widths[column] ?? 0) : cell));
    if (!isNarrow) return [`  ${[...before, last].join('  ').trimEnd()}`];
    return [
      `  ${before.join('  ').trimEnd()}`,
      ...(last === '' ? [] : [`  ${' '.repeat(widths[0] ?? 0)}    ${last}`]),
    ];
  });
}
