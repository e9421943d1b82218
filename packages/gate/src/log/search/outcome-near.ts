import { type AnswerEntry, type DecisionEntry, type EndEntry, parseEntry } from '@permesso/protocol/entry';

const mostLooked = 8;

/**
 * What became of a call that was asked about: its answer, or its end where the agent program asked instead. Looked for in the
 * lines after it, as far as `near` holds them, the oldest piece first.
 */
export function outcomeNear(
  { key, hash }: DecisionEntry,
  near: readonly Buffer[],
): AnswerEntry | EndEntry | undefined {
  if (key === undefined) return undefined;
  const needle = `"key":${JSON.stringify(key)}`;
  let looked = 0;
  for (const [index, lines] of near.entries()) {
    let at = index === 0 ? lines.indexOf(`"hash":"${hash}"`) : 0;
    if (at === -1) return undefined;
    while (looked < mostLooked) {
      at = lines.indexOf(needle, at);
      if (at === -1) break;
      const end = lines.indexOf(0x0a, at);
      const entry = parseEntry(lines.toString('utf8', lines.lastIndexOf(0x0a, at) + 1, end));
      looked += 1;
      at = end;
      if (entry === undefined || !('key' in entry) || entry.key !== key) continue;
      if (entry.type === 'answer' || entry.type === 'end') return entry;
      // Decided again: what follows belongs to that.
      if (entry.type === 'decision') return undefined;
    }
  }
  return undefined;
}
