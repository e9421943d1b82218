import type { ApprovalRequest } from '@permesso/protocol/approval';
import { effectText, type ScreenLine, warningsAbout } from '@permesso/protocol/text';

/** Everything a person must be able to see before approving: the whole call, why it asks, what it does. */
export function promptContent(request: ApprovalRequest): readonly ScreenLine[] {
  const { call } = request;
  const input = callLines(call.input);
  const all = input.map(({ text }) => text).join('\n');
  return [
    blank,
    ...warningsAbout(all).map((text): ScreenLine => ({ text, mark: '  ! ', style: 'warning' })),
    ...input,
    blank,
    { text: 'What it does', style: 'strong' },
    ...effectLines(request),
    blank,
    { text: request.summary?.why ?? request.decision.message, style: 'strong' },
    ...partLines(request),
    ...saferLines(request),
  ];
}

const blank: ScreenLine = { text: '' };

/** The fields of the input. A lone command needs no name; any other field that the agent sent is shown too. */
export function callLines(input: ApprovalRequest['call']['input']): readonly ScreenLine[] {
  const entries = Object.entries(input);
  const lone = entries.length === 1;
  const lines = entries.flatMap(([name, value]): readonly string[] => {
    const texts = valueText(value).split('\n');
    if (lone || name === 'command') return texts;
    return texts.length === 1
      ? [`${name}: ${texts[0] ?? ''}`]
      : [`${name}:`, ...texts.map((text) => `  ${text}`)];
  });
  return squeeze(lines).map((text): ScreenLine => ({ text, mark: '  | ' }));
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, undefined, 2) ?? String(value);
  } catch (error) {
    return `(cannot be shown: ${error instanceof Error ? error.message : String(error)})`;
  }
}

/** Hundreds of blank lines would push what follows off the screen, so they are replaced by a count. */
function squeeze(lines: readonly string[]): readonly string[] {
  const shown: string[] = [];
  let blanks: string[] = [];
  const flush = (): void => {
    if (blanks.length > 3) shown.push(`(${blanks.length} blank lines)`);
    else shown.push(...blanks);
    blanks = [];
  };
  for (const line of lines) {
    if (line.trim() === '') {
      blanks.push('');
      continue;
    }
    flush();
    shown.push(line);
  }
  flush();
  return shown;
}

function partLines({ decision }: ApprovalRequest): readonly ScreenLine[] {
  // In a long list, the parts that need approval must not be lost among hundreds that do not.
  const listed = decision.receipt.parts;
  const isOpen = ({ verdict }: (typeof listed)[number]): boolean => verdict !== 'allow';
  const parts =
    listed.length > 8 ? [...listed.filter(isOpen), ...listed.filter((part) => !isOpen(part))] : listed;
  const from = Math.min(34, Math.max(...parts.map(({ label }) => label.length)));
  return parts.map(({ label, verdict, reason }): ScreenLine => {
    const line: ScreenLine = {
      text: label,
      mark: `  ${verdict.padEnd(5)}  `,
      aside: { text: reason, from },
    };
    return verdict === 'ask' ? { ...line, style: 'strong' } : line;
  });
}

function effectLines({ effects }: ApprovalRequest): readonly ScreenLine[] {
  if (effects.length === 0) return [{ text: 'what it changes is not known', mark: '  - ', style: 'dim' }];
  return effects.map((effect): ScreenLine => {
    const text = effectText(effect);
    return effect.lasting ? { text, mark: '  ! ', style: 'warning' } : { text, mark: '  - ' };
  });
}

function saferLines({ summary }: ApprovalRequest): readonly ScreenLine[] {
  if (summary?.safer === undefined) return [];
  const { call, why } = summary.safer;
  return [blank, { text: `Safer: ${call} (it ${why})` }];
}
