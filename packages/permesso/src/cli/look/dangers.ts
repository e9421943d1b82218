import { definedFields } from '@permesso/engine/call';
import {
  gravityOf,
  isRunningFetched,
  type Judgement,
  matchingSurely,
  type SentenceContext,
} from '@permesso/engine/decision';
import { effectsOf, isUnder, literalOf, type Part } from '@permesso/engine/facts';
import type { Verdict } from '@permesso/engine/policy';
import { effectTexts } from '@permesso/protocol/approval';
import { effectText, isLasting } from '@permesso/protocol/text';
import type { StoppedCall } from './look-at.ts';
import { callText, shown } from './shown-text.ts';

/**
 * Something that ran and that the preset would have stopped. Secrets are redacted, invisible characters spelled out.
 */
export interface Danger {
  readonly verdict: Verdict;
  readonly what: string;
  readonly why: string;
  /** The kind of effect without any names: `ran code from the internet`. */
  readonly kind: string;
  readonly host: string;
  /** How often it ran. */
  readonly ran: number;
  readonly last?: number;
}

/** The worst calls that ran, one of each kind: five spellings of one danger would hide four others. */
export function worstOf(stopped: Iterable<StoppedCall>, most: number): readonly Danger[] {
  const kinds = new Map<string, { readonly danger: Danger; readonly weight: number }>();
  for (const { decision, host, ran, last } of stopped) {
    const { because, verdict } = decision;
    if (because === undefined || ran === 0) continue;
    const { item, judgements } = because;
    const { why, weight, kind } = worstReason(judgements, item);
    const known = kinds.get(kind);
    if (known !== undefined && (known.weight - weight || known.danger.ran - ran) >= 0) continue;
    const { home } = item.world;
    const what = callText(because);
    const reason = withoutSubject(shown(why, home), what);
    const danger = { verdict, what, why: reason, kind: kindOf(because), host, ran };
    kinds.set(kind, { weight, danger: { ...danger, ...definedFields({ last }) } });
  }
  return [...kinds.values()]
    .toSorted((a, b) => b.weight - a.weight || b.danger.ran - a.danger.ran)
    .slice(0, most)
    .map(({ danger }) => danger);
}

const kindTexts = {
  unknown: 'ran an unknown program',
  deletes: 'deleted or overwrote something',
  publishes: 'changed what others see',
  sends: 'sent data to another machine',
  changes: 'changed a system',
  runs: 'ran code',
  network: 'reached another machine',
  writes: 'wrote a file',
  reads: 'read a protected file',
} as const;

function kindOf({ item, judgements }: NonNullable<StoppedCall['decision']['because']>): string {
  if (judgements.some(({ part }) => isRunningFetched(part, item))) return 'ran code from the internet';
  const [worst] = effectTexts(item);
  return worst === undefined ? 'made a call that no rule allows' : kindTexts[worst.does];
}

/** `~/.ssh/id gives access`: drops the file, which the call already shows. */
function withoutSubject(why: string, what: string): string {
  const [first = ''] = why.split(' ', 1);
  return first.includes('/') && what.includes(first) ? why.slice(first.length + 1) : why;
}

interface Weighed {
  /** The larger, the worse. */
  readonly weight: number;
  readonly why: string;
  readonly kind: string;
}

function worstReason(judgements: readonly Judgement[], about: SentenceContext): Weighed {
  const all = judgements.map((judgement) => ofPart(judgement, about));
  const [worst] = all.toSorted((a, b) => b.weight - a.weight);
  return worst ?? { weight: 0, why: 'no rule allows it', kind: 'no rule' };
}

/**
 * Weights only sort the list: calls that a rule denies, code from the internet, irreversible effects, then the order
 * in which a person is told of effects.
 */
function ofPart(judgement: Judgement, about: SentenceContext): Weighed {
  const { part, verdict } = judgement;
  const [rule] = matchingSurely(judgement);
  const isFetched = isRunningFetched(part, about);
  const isOwn = losesOnlyOwnFiles(part, about);
  const alone = effectTexts({ ...about, facts: { ...about.facts, parts: [part] } });
  const gravity = isOwn ? gravityOfOwnFiles : gravityOf(part, about);
  return {
    weight:
      (verdict === 'deny' ? 400 : 0) +
      (isFetched ? 200 : 0) +
      (isLasting({ effects: alone }) && !isOwn ? 100 : 0) -
      gravity,
    why: (verdict === 'deny' ? rule?.message : undefined) ?? knownReason(part) ?? worstText(about),
    kind: isFetched ? 'fetched code' : `${gravity} ${rule?.text} ${programOf(part)}`,
  };
}

function knownReason({ check, guard }: Part): string | undefined {
  return check.outcome === 'safety' ? check.reason : guard?.reason;
}

function worstText(about: SentenceContext): string {
  const [worst] = effectTexts(about);
  return worst === undefined ? 'no rule allows it' : effectText(worst);
}

function programOf({ subject }: Part): string {
  const first = subject.kind === 'command' ? subject.words[0] : undefined;
  return (first === undefined ? undefined : literalOf(first)) ?? '';
}

/** Below everything that leaves the machine: a project's cache is quickly rebuilt. */
const gravityOfOwnFiles = 12;

function losesOnlyOwnFiles(part: Part, { world }: SentenceContext): boolean {
  const lost = effectsOf(part).filter(({ effect }) => effect === 'lose');
  return (
    lost.length > 0 &&
    lost.every(
      ({ access }) =>
        access !== undefined &&
        'path' in access &&
        access.path.known &&
        isUnder(access.path.written, world.project),
    )
  );
}
