import type { Effect, EffectName } from '../../facts/effect.ts';
import { effectsOf } from '../../facts/part-effects.ts';
import type { Part } from '../../facts/part.ts';
import { literalOf } from '../../facts/shell/read/words/word.ts';
import { definedFields } from '../../call/defined-fields.ts';
import { fill } from '../../messages/fill.ts';
import { saysProduction } from '../../policy/production.ts';
import { clauses, wholeSentences } from '../../messages/sentences.ts';
import {
  byOption,
  doubtText,
  effectClause,
  effectOfRisk,
  hostsIn,
  specificClause,
  type SentenceContext,
} from './effect-clause.ts';
import { downloadedFrom, feedingHost, feedingText } from './feeding-parts.ts';
import { isAway, isShellText, placeOf } from './place-of.ts';
import { toldClause } from './told-clause.ts';
import { secretSent } from './secret-sent.ts';
import { isInProject, shortened, spelledWord, spelledWords } from './shown-names.ts';

/** The order in which a person wants to know. */
const worstFirst: readonly EffectName[] = [
  'pay',
  'remote-destroy',
  'lose',
  'send',
  'secret',
  'publish',
  'sign-in',
  'remote-run',
  'remote-change',
  'machine',
  'run-other',
  'install',
  'fetch',
  'edit',
  'delete',
  'serve',
  'run',
  'commit',
  'remote-read',
  'read',
];

/** The lower, the sooner a person wants to know. A script from the internet may do anything. */
export function gravityOf(part: Part, about: SentenceContext): number {
  return worstFirst.indexOf(isRunningFetched(part, about) ? 'remote-run' : worstEffect(part, about).effect);
}

/** `curl ... | sh`: nobody has seen the code that runs. */
export function isRunningFetched(part: Part, about: SentenceContext): boolean {
  return scriptHost(part, about) !== undefined;
}

/** Gravity as a person is told it: a leaking secret comes first. */
export function toldGravity(part: Part, about: SentenceContext): number {
  return secretSent(part, about) === undefined ? gravityOf(part, about) : -1;
}

/** A possible further effect says less than the file or host that is certainly affected. */
function worstEffect(part: Part, about: SentenceContext): Effect {
  const certain = effectsOf(part)
    .filter(({ possible, effect }) => possible !== true && !isByScriptText(part, effect))
    .toSorted((a, b) => rankOf(a, about) - rankOf(b, about));
  const [worst = { effect: 'run-other' }] = certain;
  if (worst.effect !== 'run-other' || specificClause(part, 'run-other', about) !== undefined) return worst;
  return certain.find(({ access }) => access !== undefined) ?? worst;
}

/** `sh -c '... $DEPLOY_TOKEN ...'`: a word in the script says nothing when each command of it is its own part. */
function isByScriptText(part: Part, effect: EffectName): boolean {
  const { subject } = part;
  if (subject.kind !== 'command' || !isShellText(part)) return false;
  const risks = (subject.risks ?? []).filter(({ why }) => effectOfRisk(why) === effect);
  return (
    risks.length > 0 && risks.every(({ at }) => /^-[a-z]*c$/u.test(literalOf(subject.words[at - 1]) ?? ''))
  );
}

/** A change inside the project says less than the code that makes it. */
function rankOf({ effect, access }: Effect, { world }: SentenceContext): number {
  const isInside = effect === 'edit' && access?.kind === 'write' && isInProject(access.path, world);
  return worstFirst.indexOf(isInside ? 'commit' : effect);
}

/** Describes what a part would do, as a sentence without a full stop. Every part has one. */
export function effectSentence(part: Part, about: SentenceContext): string {
  const { whole, clause = '', name } = sentenceOf(part, about);
  if (whole !== undefined || name === undefined) return whole ?? clause;
  return clause === clauses.unknownProgram
    ? fill(wholeSentences.unknownProgram, { name })
    : `${name} ${clause}`;
}

/** The sentence about a part: a complete one, or a clause that follows the command's name. */
export interface PartSentence {
  readonly whole?: string;
  readonly clause?: string;
  readonly name?: string;
  /** The effect is known, its target is not. */
  readonly open?: 'removeOpen' | 'changeOpen' | 'readOpen' | 'openHost' | 'unreadable';
}

export function sentenceOf(part: Part, about: SentenceContext): PartSentence {
  const name = nameOf(part, about);
  const leak = secretSent(part, about);
  if (leak !== undefined) return definedFields({ clause: leak, name });
  const targets = openTargets(part, about);
  if (targets !== undefined) return targets;
  const unseen = unseenCode(part, about);
  if (unseen !== undefined) return { whole: unseen };
  const host = openHost(part, about);
  if (host !== undefined) return { whole: host, open: 'openHost' };
  if (name !== undefined && part.subject.kind === 'command' && part.subject.words.length === 0)
    return { whole: fill(wholeSentences.unreadable, { name }), open: 'unreadable' };
  return definedFields({ clause: sentenceClause(part, about), name });
}

/** One effect of a part, as words that follow "it". */
export interface EffectClause {
  readonly effect: EffectName;
  readonly says: string;
  /** Cannot be undone, whatever its effect is. */
  readonly lasting?: true;
}

/** Every certain effect of a part, worst first. Unknown code is mentioned only where the sentence can say which code that is. */
export function effectClauses(part: Part, about: SentenceContext): readonly EffectClause[] {
  const names = new Set(
    effectsOf(part).flatMap(({ effect, possible }) => (possible === true ? [] : [effect])),
  );
  const leak = secretSent(part, about);
  const first: readonly EffectClause[] =
    leak === undefined ? [] : [{ effect: 'send', says: leak, lasting: true }];
  const rest = worstFirst
    .filter((effect) => names.has(effect))
    .flatMap((effect): readonly EffectClause[] => {
      if (isByScriptText(part, effect)) return [];
      const code = effect === 'run-other' ? unseenCode(part, about) : undefined;
      const isVague =
        effect === 'run-other' && !isAway(part) && specificClause(part, effect, about) === undefined;
      if (code === undefined && isVague) return [];
      return [{ effect, says: code ?? toldClause(part, effect, about) }];
    });
  return [...first, ...rest.filter(({ says }) => leak === undefined || !says.startsWith('sends '))];
}

function sentenceClause(part: Part, about: SentenceContext): string {
  const worst = worstEffect(part, about);
  if (worst.effect === 'remote-run' || placeOf(part) !== undefined)
    return clauseWithPlace(part, worst.effect, about);
  const open = effectsOf(part).find(
    (each) => each.possible === true && rankOf(each, about) < rankOf(worst, about),
  );
  const [doubt] = part.doubts;
  if (open === undefined || doubt === undefined || rankOf(worst, about) < worstFirst.indexOf('edit'))
    return clauseWithPlace(part, worst.effect, about);
  return byOption(part) ?? doubtText(doubt);
}

/** A change to another system, with the profile, context, project or address that marks it as production. */
function clauseWithPlace(part: Part, effect: EffectName, about: SentenceContext): string {
  const isElsewhere = effect === 'remote-run' || placeOf(part) !== undefined;
  const does = (isElsewhere ? toldClause : effectClause)(part, effect, about);
  const words = part.subject.kind === 'command' ? part.subject.words.slice(1) : [];
  const name = isRemote.test(effect)
    ? words.map((word) => spelledWord(word)).find((word) => saysProduction(word, about.policy?.production))
    : undefined;
  return name === undefined || does.includes(name)
    ? does
    : fill(clauses.inProduction, { does, name: shortened(name, 40) });
}

const isRemote = /^(?:remote-(?:change|destroy|run)|publish|send|pay)$/u;

/** The command in backticks. Files and hosts appear in the clause itself, and a tool is named in it. */
function nameOf({ subject, label }: Part, { world }: SentenceContext): string | undefined {
  if (subject.kind !== 'command') return undefined;
  return `\`${subject.words.length === 0 ? shortened(label, 100) : spelledWords(subject.words, world.home)}\``;
}

/** `sed -i` on the names that a search prints. */
function openTargets(part: Part, about: SentenceContext): PartSentence | undefined {
  const { subject, accesses } = part;
  const name =
    nameOf(part, about) ?? `\`${part.label.replaceAll(/<(?:value of |output of )?([^<>]+)>/gu, '$1')}\``;
  const own = subject.kind === 'path' ? [{ kind: subject.access, path: subject.path }] : [];
  const open = [...own, ...accesses].filter(
    (access) =>
      'path' in access && !('perhaps' in access) && !access.path.known && access.path.glob === undefined,
  );
  const kind = (['delete', 'write', 'read'] as const).find((each) =>
    open.some((access) => access.kind === each),
  );
  if (kind === undefined || (kind === 'read' && !part.readOnly)) return undefined;
  const does = { delete: 'removes', write: 'changes', read: 'reads' }[kind];
  const namer = feedingText(part, about);
  const whole =
    namer === undefined
      ? fill(wholeSentences.openFiles, { name, does })
      : fill(wholeSentences.openFilesNamed, { name, does, namer: `\`${namer}\`` });
  const openFor = { delete: 'removeOpen', write: 'changeOpen', read: 'readOpen' } as const;
  return { whole, open: openFor[kind] };
}

function openHost(part: Part, about: SentenceContext): string | undefined {
  const name = nameOf(part, about);
  const isVague =
    worstEffect(part, about).effect === 'run-other' && specificClause(part, 'run-other', about) === undefined;
  const isOpen = part.accesses.some((access) => access.kind === 'network') && hostsIn(part).length === 0;
  return name !== undefined && isVague && isOpen ? fill(wholeSentences.openHost, { name }) : undefined;
}

/** The source of the code that a part runs: a pipe, or a file that the same call downloads. */
function scriptHost(part: Part, about: SentenceContext): string | undefined {
  if (isRunningInput(part)) return feedingHost(part, about);
  return effectsOf(part).some(({ effect }) => effect === 'run-other')
    ? downloadedFrom(part, about)
    : undefined;
}

/** Commands from a pipe, a substitution or a variable. */
function unseenCode(part: Part, about: SentenceContext): string | undefined {
  const host = scriptHost(part, about);
  if (host !== undefined) return fill(wholeSentences.unseenScript, { host });
  if (!isRunningInput(part)) return undefined;
  const namer = feedingText(part, about);
  if (namer !== undefined) return fill(wholeSentences.printedCommands, { namer });
  const first = part.subject.kind === 'command' ? part.subject.words[0] : undefined;
  if (first?.kind !== 'unknown') return undefined;
  const value = spelledWord(first);
  return value.includes('…')
    ? wholeSentences.unseenCommands
    : fill(wholeSentences.heldCommand, { value: `\`${value}\`` });
}

const readers = /^(?:[a-z]*sh|eval|source|\.|python[\d.]*|node|deno|bun|perl|ruby|php)$/u;

/** The command is unknown, or an interpreter has no script file: it runs its input, or code that is generated on the spot. */
function isRunningInput(part: Part): boolean {
  const { subject } = part;
  if (subject.kind !== 'command' || effectsOf(part).every(({ effect }) => effect !== 'run-other'))
    return false;
  const [first, ...rest] = subject.words;
  if (first?.kind !== 'literal') return first !== undefined;
  const name = first.text.slice(first.text.lastIndexOf('/') + 1);
  return readers.test(name) && !rest.some((word) => word.kind === 'literal' && /^[^-]/u.test(word.text));
}
