import { type Judgement, matchingSurely } from '@permesso/engine/decision';
import { type Access, literalOf, type Part } from '@permesso/engine/facts';
import type { Verdict } from '@permesso/engine/policy';
import type { World } from '@permesso/engine/world';
import type { StoppedCall } from './look-at.ts';
import { callText, shown } from './shown-text.ts';

/** Something that ran and that the preset would have stopped. Secrets are hidden, unseen characters spelled out. */
export interface Danger {
  readonly verdict: Verdict;
  readonly what: string;
  readonly why: string;
  readonly host: string;
  /** How often it ran. */
  readonly ran: number;
  readonly last?: number;
}

/** The worst that ran, one of each kind: five spellings of one danger would hide four others. */
export function worstOf(stopped: Iterable<StoppedCall>, most: number): readonly Danger[] {
  const kinds = new Map<string, { readonly danger: Danger; readonly weight: number }>();
  for (const { decision, host, ran, last } of stopped) {
    const { because, verdict } = decision;
    if (because === undefined || ran === 0) continue;
    const { item, judgements } = because;
    const { why, weight, kind } = worstReason(judgements, item.world);
    const known = kinds.get(kind);
    if (known !== undefined && (known.weight - weight || known.danger.ran - ran) >= 0) continue;
    const { home } = item.world;
    const what = callText(because);
    const danger = { verdict, what, why: withoutSubject(shown(why, home), what), host, ran };
    kinds.set(kind, { weight, danger: { ...danger, ...(last === undefined ? {} : { last }) } });
  }
  return [...kinds.values()]
    .toSorted((a, b) => b.weight - a.weight || b.danger.ran - a.danger.ran)
    .slice(0, most)
    .map(({ danger }) => danger);
}

/** `~/.ssh/id gives access`: the file stands in the call already. */
function withoutSubject(why: string, what: string): string {
  const [first = ''] = why.split(' ', 1);
  return first.includes('/') && what.includes(first) ? why.slice(first.length + 1) : why;
}

interface Weighed {
  readonly weight: number;
  readonly why: string;
  readonly kind: string;
}

function worstReason(judgements: readonly Judgement[], world: World): Weighed {
  const accesses = judgements.flatMap(({ part }) => part.accesses);
  const network = accesses.find(({ kind }) => kind === 'network');
  const runs = judgements.some(({ part }) => runsOtherCode(part));
  // `curl ... | sh`: each part alone says only half of it.
  const together: readonly Weighed[] =
    network !== undefined && runs
      ? [
          {
            weight: 62,
            why: `${ofAccess(network, world).why}, and runs other code`,
            kind: 'network and code',
          },
        ]
      : [];
  return ofAll([...judgements.map((judgement) => ofPart(judgement, world)), ...together]);
}

/** Code from a file, or a command that nobody can name: it may come from the pipe. */
function runsOtherCode({ subject, accesses }: Part): boolean {
  if (accesses.some(({ kind }) => kind === 'execute')) return true;
  return (
    subject.kind === 'command' &&
    (subject.words[0] === undefined || literalOf(subject.words[0]) === undefined)
  );
}

function ofAll(reasons: readonly Weighed[]): Weighed {
  const [worst] = reasons.toSorted((a, b) => b.weight - a.weight);
  return worst ?? { weight: 1, why: 'no rule allows it', kind: 'no rule' };
}

/** Weights only order a list: what a rule refuses, what cannot be undone, what reaches further than the project. */
function ofPart(judgement: Judgement, world: World): Weighed {
  const { part, verdict } = judgement;
  const { check, guard, subject, doubts, accesses } = part;
  const [rule] = matchingSurely(judgement);
  const found = ofAll([
    ...accesses.map((access) => ofAccess(access, world)),
    ...(guard === undefined ? [] : [{ weight: 60, why: guard.reason, kind: `guard ${guard.code}` }]),
    ...(check.outcome === 'safety' ? [{ weight: 70, why: check.reason, kind: `safety ${check.code}` }] : []),
    ...(rule === undefined ? [] : [{ weight: 35, why: sayRule(rule), kind: `rule ${rule.text}` }]),
    ...doubts.slice(0, 1).map((doubt) => ({ weight: 3, why: doubt, kind: 'doubt' })),
  ]);
  const escalates = subject.kind === 'command' && subject.escalations.length > 0 ? 10 : 0;
  return {
    ...found,
    why: rule?.message ?? found.why,
    weight: found.weight + escalates + (verdict === 'deny' ? 100 : 0),
  };
}

function sayRule({ verdict, text, message }: ReturnType<typeof matchingSurely>[number]): string {
  return message ?? `the preset ${verdict === 'deny' ? 'refuses' : 'asks about'} ${text}`;
}

const farther = 28;
const pathWeights = { read: 2, write: 12, delete: 20 };

function ofAccess(access: Access, world: World): Weighed {
  switch (access.kind) {
    case 'destroy':
      return { weight: 65, why: 'cannot be undone', kind: `destroy ${access.what}` };
    case 'execute':
      return { weight: 15, why: 'runs code that the call does not show', kind: 'execute' };
    case 'environment':
      return { weight: 10, why: 'changes what later commands mean', kind: 'environment' };
    case 'network': {
      const { url } = access;
      const isLocal = url.known && /^(?:localhost|127\.|::1$)/.test(url.host);
      return {
        weight: isLocal ? 6 : 25,
        why: `reaches ${url.known ? url.host : url.reason}`,
        kind: isLocal ? 'local network' : 'network',
      };
    }
    case 'read':
    case 'write':
    case 'delete': {
      const { path, kind } = access;
      if (!path.known)
        return { weight: 4, why: `${kind}s a file that the call does not name`, kind: `${kind} unknown` };
      const isInside = path.written === world.project || path.written.startsWith(`${world.project}/`);
      const where = isInside ? 'in' : 'outside';
      return {
        weight: pathWeights[kind] + (isInside || 'perhaps' in access ? 0 : farther),
        why: `${kind}s ${where} the project`,
        kind: `${kind} ${where}`,
      };
    }
  }
}
