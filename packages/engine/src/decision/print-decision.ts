import { checkText } from './checks.ts';
import type { Decision } from './decision.ts';
import { fill } from '../messages/fill.ts';
import { decisionHeadings } from '../messages/decision.ts';
import { printable } from './printable.ts';
import type { PartReceipt } from './receipt.ts';

/**
 * Prints a decision for a person: the verdict, what would happen, each part with its reason, what could be allowed and what
 * would change it. Nothing is cut off: long text wraps.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { printDecision } from '@permesso/gate/rules';
 * const gate = createGate({ policy: { deny: ['Bash(rm:*)'] } });
 * console.log(printDecision(await gate.check({ tool: 'Bash', input: { command: 'rm -rf build' } })));
 * ```
 */
export function printDecision(decision: Decision, { width = 80 }: { width?: number } = {}): string {
  const { receipt, suggestions } = decision;
  const refused =
    receipt.mode.refused === undefined
      ? ''
      : `, ${fill(decisionHeadings.modeRefused, { mode: receipt.mode.refused })}`;
  const offers = suggestions.map(({ rules, covers }): readonly [string, string] => [
    rules.join(' + '),
    covers,
  ]);
  return [
    `${decision.verdict}${behindVerdict(decision)}  (mode ${receipt.mode.used}${refused})`,
    ...(decision.verdict === 'allow' ? [] : wrap(printable(decision.message), width)),
    '',
    ...table(receipt.parts.map(partRow), width),
    ...section(offerTitle(decision), table(offers, width)),
    ...section(
      decisionHeadings.checks,
      (receipt.checks ?? []).flatMap((check) => wrap(printable(checkText(check)), width - 2)).map(indent),
    ),
    ...section(
      decisionHeadings.changes,
      receipt.changes.flatMap((change) => wrap(printable(change), width - 2)).map(indent),
    ),
    ...section(
      decisionHeadings.errors,
      receipt.errors.flatMap((error) => wrap(printable(error), width - 2)).map(indent),
    ),
  ].join('\n');
}

/** The obligations of an allow, shown after the verdict. */
export function behindVerdict({ receipt, kept }: Pick<Decision, 'receipt' | 'kept'>): string {
  return [
    receipt.sandbox === undefined ? '' : `, ${decisionHeadings.sandboxed}`,
    kept === true ? `, ${decisionHeadings.kept}` : '',
  ].join('');
}

/** An ask rule takes precedence over any allow rule; only a remembered approval passes it. */
function offerTitle({ receipt }: Decision): string {
  const isAsked = receipt.parts.some(({ asks }) => asks.some(({ because }) => because === 'ask-rule'));
  return isAsked ? decisionHeadings.offersAfterApproval : decisionHeadings.offers;
}

function partRow({ verdict, label, reason }: PartReceipt): readonly [string, string] {
  return [`${verdict.padEnd(5)}  ${label}`, reason];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function indent(line: string): string {
  return `  ${line}`;
}

/** Two columns where they fit side by side, otherwise the second below the first. */
function table(rows: readonly (readonly [string, string])[], width: number): readonly string[] {
  const shown = rows.map(([left, right]) => [printable(left), printable(right)] as const);
  const leftWidth = Math.min(Math.max(0, ...shown.map(([left]) => left.length)), Math.floor(width / 2));
  return shown.flatMap(([left, right]) => {
    if (left.length <= leftWidth) return besides(left.padEnd(leftWidth), wrap(right, width - leftWidth - 4));
    return [
      ...wrap(left, width - 2).map(indent),
      ...wrap(right, width - 9).map((line) => `         ${line}`),
    ];
  });
}

function besides(left: string, right: readonly string[]): readonly string[] {
  return right.map((line, at) => `  ${at === 0 ? left : ' '.repeat(left.length)}  ${line}`.trimEnd());
}

/** Breaks at spaces where possible, otherwise anywhere: a command of 200 characters without a space is still shown in full. */
export function wrap(text: string, width: number): readonly string[] {
  const room = Math.max(width, 16);
  const lines: string[] = [];
  let rest = text;
  while (rest.length > room) {
    const blank = rest.lastIndexOf(' ', room);
    const at = blank > room / 3 ? blank : room;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...lines, rest];
}
