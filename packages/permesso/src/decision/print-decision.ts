import type { Decision } from './decision.ts';

/** A decision as a person reads it: the verdict, each part with its reason, and what would change it. */
export function printDecision(decision: Decision): string {
  const { receipt } = decision;
  const refused = receipt.mode.refused === undefined ? '' : ` (${receipt.mode.refused} is not permitted)`;
  const width = Math.max(...receipt.parts.map(({ label }) => Math.min(label.length, 40)));
  return [
    `${decision.verdict}  (mode ${receipt.mode.used}${refused})`,
    ...receipt.parts.map(
      (part) => `  ${part.verdict.padEnd(5)}  ${shorten(part.label).padEnd(width)}  ${part.reason}`,
    ),
    ...decision.suggestions.map(({ rules, covers }) => `  offer  ${rules.join(' + ')}: ${covers}`),
    ...receipt.changes.map((change) => `  to change it: ${change}`),
    ...receipt.errors.map((error) => `  error: ${error}`),
  ].join('\n');
}

function shorten(label: string): string {
  const line = printable(label);
  return line.length > 40 ? `${line.slice(0, 37)}...` : line;
}

/** Control, bidirectional and zero-width characters would let a label hide what it says. */
function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
