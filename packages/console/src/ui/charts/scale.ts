/** A few gridlines at round values, the last above the maximum. */
export function scaleFor(
  most: number,
  parts = 4,
): { readonly top: number; readonly lines: readonly number[] } {
  const size = 10 ** Math.floor(Math.log10(most));
  const step = [0.25, 0.5, 1, 2, 2.5, 5]
    .map((part) => Math.max(1, part * size))
    .find((each) => most / each <= parts);
  const each = Math.ceil(step ?? size * 10);
  const count = Math.max(1, Math.ceil(most / each));
  return { top: count * each, lines: Array.from({ length: count + 1 }, (_, at) => at * each) };
}
