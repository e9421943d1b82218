import { covers } from '../../call/span.ts';
import type { EffectName } from '../../facts/effect.ts';
import type { Part } from '../../facts/part.ts';
import { literalOf } from '../../facts/shell/read/words/word.ts';
import { fill } from '../../messages/fill.ts';
import { clauses } from '../../messages/sentences.ts';
import { commandPhrase } from './command-phrase.ts';
import { effectClause, hostsIn, inPlace, sendClause, type SentenceContext } from './effect-clause.ts';
import { isAway, isShellText, placeOf } from './place-of.ts';
import { spelledWords } from './shown-names.ts';

/** An effect as a person is told it, with the machine, container or user and with the command that is run there. */
export function toldClause(part: Part, effect: EffectName, about: SentenceContext): string {
  const place = placeOf(part);
  if (place === undefined)
    return (
      (effect === 'remote-run' ? carryingClause(part, about) : undefined) ?? effectClause(part, effect, about)
    );
  const isOpen = isAway(part) && (effect === 'remote-run' || effect === 'run-other');
  const clause = isOpen ? clauseElsewhere(part, about) : effectClause(part, effect, about);
  const does = clause.endsWith(` ${place}`) ? clause.slice(0, -place.length).replace(/,? $/u, '') : clause;
  if (!isAway(part)) return inPlace(does, runsAsRoot(part, about) ? clauses.asRoot : place);
  const carrier = about.facts.parts.find((each) => carriedBy(each, about).includes(part));
  return toldIn(does, (carrier === undefined ? undefined : namedPlace(carrier)) ?? place);
}

/** `restarts this machine` on prod becomes `restarts prod`. */
function toldIn(does: string, where: string): string {
  return does.endsWith('this machine') && where.startsWith('on ')
    ? does.replace('this machine', where.slice('on '.length))
    : inPlace(does, where);
}

/** `ssh prod 'rm -rf /var/www'` deletes /var/www on prod. */
function carryingClause(part: Part, about: SentenceContext): string | undefined {
  const inner = worstOf(carriedBy(part, about));
  const place = namedPlace(part);
  return inner === undefined || place === undefined
    ? undefined
    : toldIn(clauseElsewhere(inner, about), place);
}

function namedPlace(part: Part): string | undefined {
  const words = part.subject.kind === 'command' ? part.subject.words : [];
  const [host] = hostsIn(part);
  return host === undefined
    ? /\b(?:in|on) the .+$/u.exec(commandPhrase('remote-run', words) ?? '')?.[0]
    : fill(clauses.onHost, { host });
}

/** What a command does on another machine or in a container: only its words are known. A shell does what its commands do. */
function clauseElsewhere(part: Part, about: SentenceContext): string {
  const inner = isShellText(part) ? worstOf(carriedBy(part, about)) : undefined;
  if (inner !== undefined) return clauseElsewhere(inner, about);
  const words = part.subject.kind === 'command' ? part.subject.words : [];
  const isSending = words.some((word) => sendingOption.test(literalOf(word) ?? ''));
  return (
    phraseElsewhere(part) ??
    (isSending ? sendClause(part, about) : undefined) ??
    fill(clauses.runCommand, { command: spelledWords(words, about.world.home) })
  );
}

const sendingOption = /^(?:-[dFT]|--(?:data|form|upload-file|post)\b.*|POST|PUT|PATCH|DELETE)$/u;

/** The commands that a part runs on another machine or in a container. */
function carriedBy(part: Part, { facts }: SentenceContext): readonly Part[] {
  const later = facts.parts.slice(facts.parts.indexOf(part) + 1);
  return later.filter((other) => isAway(other) && covers(part.span, other.span));
}

/** A readable phrase wherever it runs, worst first. */
function phraseElsewhere({ subject }: Part): string | undefined {
  if (subject.kind !== 'command') return undefined;
  const effects = ['lose', 'remote-destroy', 'elsewhere', 'machine', 'remote-change'] as const;
  return effects.map((effect) => commandPhrase(effect, subject.words)).find((phrase) => phrase !== undefined);
}

/** The most important part: one that removes, then one with its own phrase. */
function worstOf(parts: readonly Part[]): Part | undefined {
  return (
    parts.find(({ accesses }) => accesses.some(({ kind }) => kind === 'delete' || kind === 'destroy')) ??
    parts.find((part) => phraseElsewhere(part) !== undefined) ??
    parts.find(({ accesses }) => accesses.some(({ kind }) => kind === 'network')) ??
    parts[0]
  );
}

/** `sudo` without a user name. */
function runsAsRoot(part: Part, { facts }: SentenceContext): boolean {
  return facts.parts.some((each) => {
    const { subject } = each;
    if (subject.kind !== 'command' || !covers(each.span, part.span)) return false;
    const [first = '', ...rest] = subject.words.map((word) => literalOf(word) ?? '');
    return /(?:^|\/)(?:sudo|doas)$/u.test(first) && !rest.some((text) => /^(?:-\w*u|--user)/u.test(text));
  });
}
