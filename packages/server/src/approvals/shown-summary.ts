import { definedFields, readCall } from '@permesso/engine/call';
import { readFacts, toolboxOf, toolFor } from '@permesso/engine/facts';
import { fixedWorld } from '@permesso/engine/world';
import { callTitle, effectTexts } from '@permesso/protocol/approval';
import { effectKinds, type PlainEffect, type RequestSummary } from '@permesso/protocol/text';
import type { ApprovalRow } from './approval-rows.ts';
import { cannotBeUndone, saysLasting } from './signed-in-reason.ts';

/** The parts of a request that people see. Its shape is checked; its content is untrusted data from an agent. */
export interface ShownSummary extends RequestSummary {
  readonly effects: readonly ShownEffect[];
}

type ShownEffect = Pick<PlainEffect, 'words' | 'lasting'> & Partial<Pick<PlainEffect, 'does' | 'known'>>;

/**
 * The machine's own words, because it knows its files and links. If it has none, or omits something irreversible, the
 * server's.
 */
export function shownSummary(request: Pick<ApprovalRow['request'], 'call' | 'decision'>): ShownSummary {
  const { call, decision, summary, effects } = request as unknown as Fields;
  const told = listOf(effects).map(effectOf);
  const said = fieldsOf(summary);
  const why = stringOr(said['why'], stringOr(fieldsOf(decision)['message'], ''));
  const isTold = saysLasting(effects) || !cannotBeUndone(request as ApprovalRow['request']);
  if (typeof said['title'] === 'string' && isTold)
    return { title: said['title'], why, effects: told, ...saferIn(fieldsOf(said['safer'])) };
  const own = ownWords(call);
  return { title: own.title, why, effects: isTold ? told : own.effects };
}

type Fields = Readonly<Record<string, unknown>>;

function ownWords(call: unknown): Pick<ShownSummary, 'title' | 'effects'> {
  const read = readCall(call);
  if ('malformed' in read) return { title: `use ${stringOr(fieldsOf(call)['tool'], 'a tool')}`, effects: [] };
  const world = fixedWorld({ cwd: read.cwd ?? '/home/dev/project', now: 0 });
  const about = { call: read, facts: readFacts(read, toolFor(toolboxOf(), read), world), world };
  return { title: callTitle(about), effects: effectTexts(about) };
}

function saferIn({ call, why }: Fields): Pick<ShownSummary, 'safer'> {
  return typeof call === 'string' && typeof why === 'string' ? { safer: { call, why } } : {};
}

function effectOf(effect: Fields): ShownEffect {
  const does = effectKinds.find((kind) => kind === effect['does']);
  return {
    words: stringOr(effect['words'], ''),
    lasting: effect['lasting'] === true,
    ...definedFields({ does }),
    ...(typeof effect['known'] === 'string' ? { known: effect['known'] } : {}),
  };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

const mostListed = 1000;

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.slice(0, mostListed).map(fieldsOf) : [];
}

function stringOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
