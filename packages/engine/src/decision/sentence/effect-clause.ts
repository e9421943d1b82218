import type { ToolCall } from '../../call/tool-call.ts';
import type { Access } from '../../facts/access.ts';
import { effectTable, type EffectName } from '../../facts/effect.ts';
import { effectsOf } from '../../facts/part-effects.ts';
import type { Facts, McpSubject, Part } from '../../facts/part.ts';
import type { PathFact } from '../../facts/paths/path-fact.ts';
import { riskEffect } from '../../facts/shell/risks/risk-words.ts';
import type { UrlFact } from '../../facts/urls/url-fact.ts';
import { fill } from '../../messages/fill.ts';
import { clauses, wholeSentences, sqlClauses } from '../../messages/sentences.ts';
import type { Policy } from '../../policy/policy.ts';
import type { World } from '../../world/world.ts';
import { placeOf } from './place-of.ts';
import { commandPhrase } from './command-phrase.ts';
import { feedingText } from './feeding-parts.ts';
import { mcpPhrase, toldByVerb } from './mcp-phrase.ts';
import { pushClause } from './push-clause.ts';
import {
  isInProject,
  listed,
  shownFile,
  shownFiles,
  spelledWord,
  spelledWords,
  textOf,
  variablesIn,
} from './shown-names.ts';
import { literalOf, type Word } from '../../facts/shell/read/words/word.ts';

export interface SentenceContext {
  readonly call: ToolCall;
  readonly facts: Facts;
  readonly world: World;
  /** What the policy declares as production. */
  readonly policy?: Pick<Policy, 'production'>;
}

/** Describes one effect of a part: `removes src and everything in it, which cannot be undone`. */
export function effectClause(part: Part, effect: EffectName, about: SentenceContext): string {
  const where = placeOf(part);
  // Only the place where it runs is known.
  const does =
    effect === 'remote-run' && where !== undefined && part.subject.kind === 'command'
      ? fill(clauses.runCommand, { command: spelledWords(part.subject.words, about.world.home) })
      : (scriptClause(part, effect, about) ??
        specificClause(part, effect, about) ??
        toolClause(part, effect) ??
        doubtClause(part, effect) ??
        namedByWord(part, effect));
  return where === undefined ? does : inPlace(does, where);
}

export function inPlace(does: string, where: string): string {
  return fill(does.includes(', ') ? clauses.elsewhereAfter : clauses.elsewhere, { does, where });
}

/** Why it is unknown what the part runs. */
function doubtClause(part: Part, effect: EffectName): string | undefined {
  const { doubts, subject } = part;
  const doubt =
    effect === 'run-other' ? doubts.find((each) => each !== `runs ${placeOf(part) ?? ''}`) : undefined;
  if (doubt === undefined) return undefined;
  const [first] = subject.kind === 'command' ? subject.words : [];
  return first === undefined
    ? doubtText(doubt)
    : doubtText(doubt).replace(/^runs (?=from )/u, `runs ${spelledWord(first)} `);
}

/** `npm run deploy` runs `wrangler deploy`, which has the effect. */
function scriptClause({ runs }: Part, effect: EffectName, about: SentenceContext): string | undefined {
  const run = runs?.find((each) => effectsOf(each).some((one) => one.effect === effect));
  if (run === undefined) return undefined;
  const script =
    run.subject.kind === 'command' ? spelledWords(run.subject.words, about.world.home) : run.label;
  return fill(clauses.runScript, { script: `\`${script}\``, does: effectClause(run, effect, about) });
}

/** What is known beyond the name of the effect. */
export function specificClause(part: Part, effect: EffectName, about: SentenceContext): string | undefined {
  const { subject } = part;
  if (subject.kind === 'command') {
    const pushed =
      effect === 'publish' || effect === 'remote-destroy' ? pushClause(subject.words) : undefined;
    const sql = effect === 'remote-change' || effect === 'lose' ? sqlClause(subject.words) : undefined;
    const phrase = pushed ?? sql ?? commandPhrase(effect, subject.words);
    if (phrase !== undefined) return phrase;
  }
  switch (effect) {
    case 'lose':
      return byOption(part) ?? foundClause(part) ?? filesClause(part, effect, about.world);
    case 'read':
    case 'edit':
    case 'delete':
      return filesClause(part, effect, about.world);
    case 'secret':
      return secretClause(part, about.world);
    case 'machine':
      return guardedClause(part, ['write'], about.world);
    case 'fetch':
      return fetchClause(part);
    case 'send':
      return sendClause(part, about);
    case 'remote-run':
      return hostClause(part, clauses.runOn);
    case 'run-other':
      return codeClause(part, about);
    default:
      return undefined;
  }
}

/** `may change configuration` is a clause already; a doubt about a word (`$x may be an option`) is put into one. */
export function doubtText(said: string): string {
  const [doubt = ''] = said.split('\n', 1);
  return /^(?:[a-z]+s|may) /u.test(doubt) ? doubt : fill(clauses.mayDoMore, { doubt });
}

/** `-delete: deletes what it finds`: how an option changes the command. */
export function byOption({ doubts }: Part): string | undefined {
  return doubts
    .map((doubt) => /^-[\w-]+: ([a-z]+s .+|may .+)$/u.exec(doubt)?.[1])
    .find((found) => found !== undefined);
}

const fileTexts = {
  read: { kind: 'read', text: clauses.readFiles },
  edit: { kind: 'write', text: clauses.editFiles },
  delete: { kind: 'delete', text: clauses.removeFiles },
  lose: { kind: 'delete', text: clauses.loseFiles },
} as const;

function filesClause(part: Part, effect: keyof typeof fileTexts, world: World): string | undefined {
  const { kind, text } = fileTexts[effect];
  const paths = pathsIn(part, kind);
  if (paths.length === 0) return undefined;
  const danger = dangerIn(part, paths, world);
  if (danger !== undefined)
    return effect === 'lose'
      ? fill(clauses.loseWhich, danger)
      : fill(text, { files: fill(clauses.which, danger) });
  const files = shownFiles(paths, world);
  const isOutside = effect === 'edit' && paths.some((path) => !isInProject(path, world));
  return fill(isOutside ? clauses.editOutside : text, { files });
}

/** What a search removes, in the words of the check. */
function foundClause(part: Part): string | undefined {
  return /^it (removes .+)$/u.exec(ownReason(part) ?? '')?.[1];
}

/** The file that the check reports, whatever happens to it; or what is printed. */
function secretClause(part: Part, world: World): string | undefined {
  const said = ownReason(part);
  if (said?.startsWith('it ') === true) return said.slice(3);
  return guardedClause(part, ['read', 'write'], world);
}

/** The first file that the guard or the check reports: `/dev/sda1, which belongs to the operating system`. */
function guardedClause(part: Part, kinds: readonly ('read' | 'write')[], world: World): string | undefined {
  for (const kind of kinds) {
    const paths = part.accesses.flatMap((access) => (access.kind === kind ? [access.path] : []));
    const danger = dangerIn(part, [...pathsIn(part, kind), ...paths], world);
    const text = kind === 'read' ? clauses.readFiles : clauses.editFiles;
    if (danger !== undefined) return fill(text, { files: fill(clauses.which, danger) });
  }
  return undefined;
}

export function pathsIn({ subject, accesses }: Part, kind: 'read' | 'write' | 'delete'): readonly PathFact[] {
  const own = subject.kind === 'path' && subject.access === kind ? [subject.path] : [];
  const touched = accesses.filter(isSure).flatMap((access) => (access.kind === kind ? [access.path] : []));
  return own.length > 0 ? own : touched;
}

function isSure(access: Access): boolean {
  return !('perhaps' in access) && !('suspected' in access);
}

function ownReason({ check }: Part): string | undefined {
  return check.outcome === 'safety' ? check.reason : undefined;
}

/** `.env`, `holds passwords, tokens or keys`: what the check or the guard reports about one of the files. */
function dangerIn(
  part: Part,
  paths: readonly PathFact[],
  world: World,
): { readonly file: string; readonly why: string } | undefined {
  const isCritical = part.check.outcome === 'safety' && part.check.code === 'critical-removal';
  const reasons = [part.guard?.reason, ownReason(part)];
  for (const reason of isCritical ? reasons.toReversed() : reasons)
    for (const path of paths) {
      const name = [textOf(path), path.known && typeof path.real === 'string' ? path.real : ''].find(
        (text) => text !== '' && reason?.startsWith(`${text} `) === true,
      );
      if (reason !== undefined && name !== undefined)
        return { file: shownFile(path, world), why: reason.slice(name.length + 1) };
    }
  return undefined;
}

function fetchClause(part: Part): string | undefined {
  if (part.subject.kind === 'url') return fill(clauses.fetchUrl, { url: part.label.replace(/^fetch /u, '') });
  return hostClause(part, clauses.fetchHost);
}

function hostClause(part: Part, text: string): string | undefined {
  const hosts = hostsIn(part);
  return hosts.length === 0 ? undefined : fill(text as typeof clauses.fetchHost, { host: listed(hosts) });
}

export function hostsIn({ subject, accesses }: Part): readonly string[] {
  const urls: readonly UrlFact[] =
    subject.kind === 'url'
      ? [subject.url]
      : accesses.filter(isSure).flatMap((access) => (access.kind === 'network' ? [access.url] : []));
  const known = urls.flatMap((url) => (url.known && url.host !== '' ? [url.host] : []));
  if (known.length > 0 || urls.length === 0 || subject.kind !== 'command') return known;
  // Only the path is computed: `https://cdn.example.com/$(date)`.
  return subject.words.flatMap((word) => /^\w+:\/\/([\w.:-]+)\//u.exec(spelledWord(word))?.[1] ?? []);
}

/** What is sent: files, variables, or the content of the call itself. */
export function sendClause(part: Part, about: SentenceContext): string | undefined {
  const host = listed(hostsIn(part));
  if (host === '') return undefined;
  const words = part.subject.kind === 'command' ? part.subject.words : [];
  const things = [
    ...pathsIn(part, 'read').map((path) => shownFile(path, about.world)),
    // `$1` means nothing to a person.
    ...words
      .flatMap(variablesIn)
      .filter((name) => !/^\d+$/u.test(name))
      .map((name) => fill(clauses.sendVariable, { name })),
  ];
  if (words.some((word) => /^(?:-X)?DELETE$/u.test(literalOf(word) ?? '')))
    return fill(clauses.sendDelete, { host });
  const namer = things.length === 0 ? feedingText(part, about) : undefined;
  const printed = namer === undefined ? clauses.sendData : fill(clauses.sendPrinted, { namer });
  const what = things.length === 0 ? printed : listed(things);
  const danger = dangerIn(part, pathsIn(part, 'read'), about.world);
  return fill(clauses.sendTo, {
    what: danger === undefined ? what : `${fill(clauses.which, danger)},`,
    host,
  });
}

function codeClause(part: Part, about: SentenceContext): string | undefined {
  const { subject, accesses, doubts } = part;
  if (subject.kind !== 'command') return undefined;
  const turned = byOption(part);
  if (turned !== undefined) return /\bsend/u.test(turned) ? (sendClause(part, about) ?? turned) : turned;
  if (accesses.some(({ kind }) => kind === 'execute')) return clauses.runsGivenCode;
  if (accesses.some(({ kind }) => kind === 'environment')) return clauses.changesShell;
  if (doubts.some((doubt) => doubt.endsWith(' is not a known command'))) return clauses.unknownProgram;
  return undefined;
}

/** For a tool without a description: only that it is called. */
function toolClause(part: Part, effect: EffectName): string | undefined {
  const { subject, label } = part;
  if (subject.kind === 'unknown-call') return wholeSentences.openCall;
  if (subject.kind === 'mcp') return mcpClause(part, subject, effect);
  if (subject.kind !== 'tool') return undefined;
  const called = fill(clauses.useTool, { tool: `\`${label}\`` });
  return effect === 'run-other' ? called : `${called}, which ${effectTable[effect].says}`;
}

/** The description if the tool has one; otherwise its name, which proves nothing. */
function mcpClause(part: Part, { readings }: McpSubject, effect: EffectName): string {
  const [reading] = readings;
  if (reading === undefined) return wholeSentences.openCall;
  if (effect === 'run-other') return fill(clauses.useUnknownMcpTool, reading);
  const { says } = effectTable[effect];
  if (effectsOf(part).some((one) => one.effect === 'run-other'))
    return fill(clauses.useNamedMcpTool, { ...reading, does: says });
  const phrase = mcpPhrase(reading.tool);
  if (phrase === undefined) return `${fill(clauses.useMcpTool, reading)}, which ${says}`;
  const does = fill(clauses.doOnMcpServer, { does: phrase, server: reading.server });
  return toldByVerb.has(effect) ? does : `${does}, which ${says}`;
}

/** A task whose name says what it does. */
function namedByWord({ subject }: Part, effect: EffectName): string {
  const does = effectTable[effect].says;
  const [risk] = subject.kind === 'command' ? (subject.risks ?? []) : [];
  const word = risk === undefined || effectOfRisk(risk.why) !== effect ? undefined : riskWord(risk.why);
  return word === undefined ? does : fill(clauses.byWord, { does, word });
}

function riskWord(why: string): string | undefined {
  return /`([^`]+)`/u.exec(why)?.[1];
}

/** The effect that a word in a name stands for. */
export function effectOfRisk(why: string): EffectName | undefined {
  const word = riskWord(why);
  return word === undefined ? undefined : riskEffect(word);
}

const client = /(?:^|\/)(?:clickhouse-client|cockroach|mariadb|mongosh|mysql|psql|sqlcmd|sqlite3)$/u;

const dropped = /\b(drop|truncate)\s+(table|database|schema|view)\s+(?:if\s+exists\s+)?([\w."`]{1,60})/giu;

const changing = /\b(?:alter|call|copy|create|do|grant|insert|into|merge|replace|revoke|set|update)\b/iu;

/** The worst of the SQL statements given to a database client, by its keywords. */
function sqlClause(words: readonly Word[]): string | undefined {
  if (!client.test(literalOf(words[0]) ?? '')) return undefined;
  const text = words.flatMap((word) => literalOf(word) ?? []).join('\n');
  const found = [...text.matchAll(dropped)].map(([, verb = '', kind = '', name = '']) => ({
    verb: verb.toLowerCase(),
    thing: `${kind.toLowerCase()} ${name.replaceAll(/["`]/gu, '')}`,
  }));
  for (const verb of ['drop', 'truncate'] as const) {
    const things = found.filter((one) => one.verb === verb).map(({ thing }) => thing);
    if (things.length > 0) return fill(sqlClauses[verb], { things: listed(things) });
  }
  if (/\bdropDatabase\(/u.test(text)) return sqlClauses.dropOne;
  if (/\bdelete\s+from\b|\.delete(?:Many|One)\(/iu.test(text)) return sqlClauses.delete;
  return /\bselect\b/iu.test(text) && !changing.test(text) ? sqlClauses.query : undefined;
}
