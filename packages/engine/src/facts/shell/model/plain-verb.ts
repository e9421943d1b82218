import type { Effect, EffectName } from '../../effect.ts';
import { nameWords } from '../../name-words.ts';
import { wordSet, type WordSet } from '../../word-set.ts';
import { riskInProgramName } from '../risks/risk-words.ts';
import { noEffects, type RowEffects } from './row-effects.ts';
import type { RowWord } from './row-fit.ts';

/** The effects of common sub-command verbs, whatever the program: `mcli rm`, `qm stop`, `pvesm remove`. */
const actingVerbs: readonly (readonly [EffectName, WordSet])[] = [
  [
    'lose',
    wordSet(
      'rm rmi rmdir del delete destroy drop remove unlink uninstall undefine unregister deregister terminate revoke gc clear empty expunge scrub zap evict forget discard abandon purge erase wipe prune reset flush',
    ),
  ],
  ['machine', wordSet('shutdown reboot poweroff halt suspend hibernate stop kill')],
  ['pay', wordSet('buy renew order pay purchase charge refund transfer withdraw donate')],
  ['sign-in', wordSet('login logout signin signout passwd')],
  ['send', wordSet('send post notify email sms')],
];

/** The first acting verb in the program's name or first words: `trash-empty`, `lvremove`, `anaconda remove`. */
function actingVerb(
  name: string,
  texts: readonly string[],
): { readonly effect: Effect; readonly spelled: ReadonlySet<string> } | undefined {
  const said = texts.filter((text) => text !== '' && !text.startsWith('-')).slice(0, 2);
  // The word after a reading verb is its object: `x show reset`.
  const end = said.findIndex((text) => lookingVerb.test(text) || buildingVerb.test(text));
  const verbs = end === -1 ? said : said.slice(0, end);
  for (const text of [name.replace(/(?<=\w)(?=(?:remove|delete|destroy|erase)$)/u, '-'), ...verbs]) {
    const words = /^[\w.:-]+$/u.test(text) ? nameWords(text) : [];
    const of = actingVerbs.find(([, named]) => words.some((word) => named.has(word)));
    if (of !== undefined) return { effect: { effect: of[0] }, spelled: new Set([text]) };
  }
  return texts.some((text) => /^\/dev\/(?!null$|zero$|u?random$|std|fd\/|tty|shm\/|pts\/)/u.test(text))
    ? { effect: { effect: 'machine', possible: true }, spelled: new Set() }
    : undefined;
}

/**
 * An unlisted program or sub-command whose own words say that it looks, checks or builds: `nf-core modules list`, `snakefmt
 * --check a.smk`. It may do what the project's code may, but no more: a person who trusts one trusts the other. Anything that
 * reveals a secret, sends or removes has other words, which count as well.
 */
export function plainVerb(name: string, words: readonly RowWord[]): RowEffects {
  const texts = words.map(({ text }) => text ?? '');
  const isPlain = /^[\w.+-]+$/u.test(name) && !words.some(({ mayBeOption }) => mayBeOption);
  const acts = actingVerb(name, texts);
  if (acts !== undefined)
    return { ...noEffects, effects: [{ effect: 'run-other' }, acts.effect], spelled: acts.spelled };
  if (!isPlain || riskInProgramName(name) !== undefined) return noEffects;
  const writes = /lint|format|fmt|style/u.test(`${name} ${texts[0] ?? ''}`)
    ? /^--(?:fix|write)$/u
    : undefined;
  const isMore = (text: string): boolean => carriesMore.test(text) && writes?.test(text) !== true;
  if ([name, ...texts].some((text) => tellsSecret.test(text) || isMore(text))) return noEffects;
  const looks = onlyLooks(texts);
  return looks || builds(texts) || isNamedTool(name, texts)
    ? { effects: [{ effect: 'run' }], spelled: lookedAt(texts), depth: 0, looks }
    : noEffects;
}

/** `linkerd viz stat deploy`, `x show reset`: the words after a listing verb are its objects. */
function lookedAt(texts: readonly string[]): ReadonlySet<string> {
  const at = texts.slice(0, 3).findIndex((text) => listingVerb.test(text));
  const isFirst = at !== -1 && texts.slice(0, at).every((text) => isNoun(text));
  return new Set(isFirst ? texts.slice(at + 1).filter((text) => /^[a-z]+$/u.test(text)) : []);
}

const listingVerb =
  /^(?:list|ls|show|status|stat|top|info|describe|inspect|get|history|log|search|explain)$/u;

function onlyLooks(texts: readonly string[]): boolean {
  const [first = ''] = texts;
  // `exo compute instance list`: nouns, then the verb.
  const at = texts.slice(0, 3).findIndex((text) => lookingVerb.test(text));
  if (at !== -1 && texts.slice(0, at).every((text) => isNoun(text))) return true;
  // `rostool param get x`, `x versions`: either word alone could mean anything.
  if (isNoun(first) && lookingSecond.test(texts[1] ?? '')) return true;
  const isAlone = texts.slice(1).every((text) => /^-{1,2}[a-z-]*$/u.test(text));
  if (isAlone && listedNoun.test(first)) return true;
  if (texts.length === 1 && /^(?:-[Vvh]|-{0,2}(?:version|help))$/u.test(first)) return true;
  return lookingOption.test(first) && texts.every((text) => text === first || /^$|[./]|^[A-Z]/u.test(text));
}

export function isOtherVerb(text: string): boolean {
  return otherVerb.test(text);
}

function isNoun(text: string): boolean {
  return /^[a-z][\w-]*$/u.test(text) && !otherVerb.test(text);
}

/** `x test`, `melos run lint`: the task's name says what it does, as with every known runner. */
function builds([first = '', second = '']: readonly string[]): boolean {
  if (buildingVerb.test(first)) return true;
  return /^(?:run|task)$/u.test(first) && (buildingVerb.test(second) || /^(?:check|lint)$/u.test(second));
}

/** `jsonnet-lint a`, `epubcheck a.epub`, `urdf_to_graphviz a`: the name tells, and the first word does not contradict it. */
function isNamedTool(name: string, [first = '']: readonly string[]): boolean {
  return first !== '' && toolName.test(name) && !otherVerb.test(first.replace(/^-+/u, ''));
}

const toolName =
  /^(?:check|lint|validate|verify)[-_]\w|(?:lint|linter|fmt|check|checker|validator|validate|info)$|[-_](?:format|formatter|test|tests|stats?|diff|tree|viewer|size|docs?|bench|benchmark|analy[sz]er)$|^[a-z]{2,}(?:2|_to_|-to-)[a-z]\w*$/u;

const lookingVerb =
  /^(?:list|ls|show|status|stat|top|info|version|help|doctor|diff|describe|inspect|stats|tree|graph|explain|check|lint|validate|verify|summary|report|analy[sz]e|view|capabilities|outdated|which|whatis|search|history|log|(?:list|show|describe|print|find|check|lint|validate|verify|list-all)[-_:][\w-]+|[a-z][\w-]*:(?:list|show|info|status))$/u;
/** After a noun they query its value; in front, `get` downloads. */
const lookingSecond =
  /^(?:get|find|query|count|read|depends|rdepends|deps|dependencies|provides|versions|files|get[-_][\w-]+)$/u;
const listedNoun =
  /^(?:versions|plugins|packages|modules|targets|tasks|rules|boards|devices|ports|nodes|models|topics|environments|profiles|themes|templates|extensions|components|services|apps|instances|jobs|features|symbols|sections|headers|branches|deps|dependencies|paths|dirs|languages|formats|fonts|engines|backends)$/u;
const buildingVerb =
  /^(?:build|compile|test|tests|fmt|format|typecheck|type-check|bench|benchmark|coverage|docs?|generate|gen|codegen|render|simulate|convert|synth|elaborate|assemble|parse|pack|extract|minify|optimi[sz]e|transpile|tokenize|unit-?tests?|integration-?tests?|(?:build|compile|generate|gen|render|convert|extract|parse|optimi[sz]e)[-_:][a-z][\w-]*)$/u;
const lookingOption =
  /^--(?:check|lint|validate|verify|list|info|status|diff|stats|summary|dry-run|syntax-check|check-only|no-act|(?:list|show|print)-[\w-]+)$/u;
/** Verbs after which one of those words has another meaning: `x install check`, `x send report`. */
const otherVerb =
  /^(?:i|accept|add|annotate|apply|approve|archive|assign|attach|backup|ban|block|bounce|buy|call|cancel|clean|clone|close|comment|commit|connect|copy|cp|create|decrypt|del|delete|deploy|destroy|disable|disconnect|dispatch|download|drain|drop|edit|eject|email|enable|encrypt|erase|eval|exec|execute|export|fetch|flush|follow|forward|get|grant|halt|import|init|insert|install|invite|invoke|join|kill|label|leave|load|lock|login|logout|mail|merge|mount|move|mute|mv|new|notify|open|order|patch|pay|pause|pin|post|print|promote|prune|publish|pull|purge|push|put|reboot|register|reject|release|remove|rename|renew|reply|request|reset|resize|resolve|restart|restore|resume|revoke|rm|rollback|rotate|run|save|scale|schedule|send|set|share|shutdown|sign|ssh|start|stop|submit|suspend|switch|sync|tag|terminate|transfer|trash|trigger|umount|unassign|unblock|uninstall|unlock|unmount|unpin|unset|untag|update|upgrade|upload|use|wipe|write)$/u;
/** `x check --exec 'rm -rf ~'`, `x test -- curl h`, `x report --to h`: the effect of the following words is unknown. */
export const carriesMore: RegExp =
  /[\s;|&<>$`]|^--$|^-[cex]|^--?(?:[\w-]+-)?(?:exec|execute|cmd|command|run|runner|shell|eval|expr|script|hook|plugin|load|require|import|config|with|using|before|after|then|to|host|url|uri|server|remote|endpoint|proxy|registry|upload|push|send|post|notify|webhook|email|publish|deploy|fix|write|save|apply|delete|remove|prune|purge|clean|force|on-[\w-]+)(?:=|$)/iu;
export const tellsSecret: RegExp =
  /secret|token|passw|^pass|credential|private|vault|keyring|keychain|wallet|decrypt|\bkeys?\b|\bauth|login|\benv\b(?!:list$)/iu;
