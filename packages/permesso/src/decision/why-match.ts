import type { CommandSubject, Part } from '../facts/part.ts';
import type { KnownPath, PathFact } from '../facts/paths/path-fact.ts';
import { literalOf } from '../facts/shell/word.ts';
import type { Match } from '../policy/match.ts';
import { coversCommand } from '../policy/match-command.ts';
import { covers, touches, type Target } from '../policy/match-rule.ts';
import { aspectsOf } from '../policy/part-aspects.ts';
import { printWhen } from '../policy/parse-when.ts';
import type { CommandRule, PathRule, Pattern } from '../policy/pattern.ts';
import { fitsText } from '../policy/pattern-word.ts';
import type { Rule } from '../policy/rule.ts';

/** Why a rule does or does not speak about a part, in a few words that stand beside the rule. */
export function whyMatch(rule: Rule, target: Target, match: Match): string {
  if (match === 'yes') return rule.verdict === 'allow' ? 'covers all of it' : 'matches';
  if (match === 'may') return `may match: ${doubtAbout(rule, target)}`;
  if (rule.readOnly === true && !target.part.readOnly && coversElse(rule, target))
    return `it is only for what is proven to change nothing: ${target.part.doubts[0] ?? 'this may change something'}`;
  if (rule.when.length > 0 && matchesWithout(rule, target)) return failedCondition(rule, target);
  return whyNot(rule, target);
}

function coversElse({ readOnly: _limit, ...rule }: Rule, target: Target): boolean {
  return covers(rule, target);
}

function matchesWithout(rule: Rule, target: Target): boolean {
  const bare = { ...rule, when: [] };
  return rule.verdict === 'allow' ? covers(bare, target) : touches(bare, target) !== 'no';
}

function failedCondition(rule: Rule, target: Target): string {
  const failed = rule.when.find((condition) => {
    const one = { ...rule, when: [condition] };
    return rule.verdict === 'allow' ? !covers(one, target) : touches(one, target) === 'no';
  });
  return `its condition does not hold: ${JSON.stringify(printWhen(failed === undefined ? rule.when : [failed]))}`;
}

function doubtAbout(rule: Rule, { part }: Target): string {
  const { subject } = part;
  if (subject.kind === 'unknown-call') return 'what is carried is not known';
  if (subject.kind === 'command') {
    const name = subject.words[0];
    if (name === undefined) return 'the text could not be read';
    if (name.kind === 'unknown') return `the command is not known (${name.reason})`;
    const unknown = subject.words.find((word) => word.kind === 'unknown');
    if (rule.pattern.about === 'command')
      return unknown?.kind === 'unknown'
        ? `a word is not known (${unknown.reason})`
        : 'it can be read as such a command';
  }
  const unknownPath = pathsOf(part, rule.pattern).find((path) => !path.known);
  if (unknownPath?.known === false) return `the path is not known (${unknownPath.reason})`;
  if (pathsOf(part, rule.pattern).some((path) => path.known && path.recursive === true))
    return `it reaches everything below, so perhaps a file in ${pathText(rule.pattern)}`;
  return part.doubts[0] ?? 'not all of it is known';
}

function pathText(pattern: Pattern): string {
  return pattern.about === 'path' ? pattern.glob.text : 'it';
}

function whyNot(rule: Rule, target: Target): string {
  const { pattern } = rule;
  const { subject } = target.part;
  switch (pattern.about) {
    case 'kind':
      return kinds[pattern.of];
    case 'command':
      if (subject.kind !== 'command') return kinds.shell;
      return rule.verdict === 'allow' ? whyNotCovered(pattern, subject) : whyOtherWords(pattern, subject);
    case 'path':
      return whyNotPath(rule, pattern, target);
    case 'host':
      if (rule.verdict === 'allow' && subject.kind !== 'url') return kinds.url;
      return aspectsOf(target.part).urls.length === 0 ? kinds.url : 'another host, port or scheme';
    case 'mcp':
      if (subject.kind !== 'mcp') return kinds.mcp;
      return pattern.argument === undefined ? 'another server or tool' : 'another tool, or other arguments';
    case 'tool':
      return pattern.argument === undefined ? 'another tool' : 'another tool, or other arguments';
  }
}

const kinds: { readonly [K in Extract<Pattern, { about: 'kind' }>['of']]: string } = {
  shell: 'it is about commands',
  read: 'it is about reading files',
  write: 'it is about changing files',
  url: 'it is about hosts',
  mcp: 'it is about MCP tools',
};

function whyNotCovered(rule: CommandRule, subject: CommandSubject): string {
  if (coversCommand(rule, { ...subject, escalations: [] })) {
    const beyond = subject.escalations.find(({ at }) => at < 0 || at >= literalStart(rule));
    const word = beyond === undefined || beyond.at < 0 ? undefined : literalOf(subject.words[beyond.at]);
    return `${word === undefined ? '' : `\`${word}\` is not spelled in it: `}${beyond?.why ?? 'it does more'}`;
  }
  return whyOtherWords(rule, subject);
}

function literalStart({ words }: CommandRule): number {
  const end = words.findIndex(({ is }) => is !== 'literal');
  return end === -1 ? words.length : end;
}

function whyOtherWords(rule: CommandRule, { words }: CommandSubject): string {
  const [name] = rule.words;
  const given = literalOf(words[0]);
  if (given === undefined)
    return words.length === 0 ? 'the text could not be read' : 'the command is not known';
  if (name !== undefined && !fitsText(name, given)) return 'another command';
  const at = rule.words.findIndex((word, place) => {
    const text = literalOf(words[place]);
    return word.is !== 'any' && (text === undefined || !fitsText(word, text));
  });
  const wanted = rule.words[at];
  if (wanted === undefined || wanted.is === 'any') return 'it has more words than the rule';
  const shown = wanted.is === 'literal' ? wanted.text : wanted.pieces.join('*');
  const place = words[at];
  if (place === undefined) return `\`${shown}\` is missing`;
  return place.kind === 'unknown' ? `a word is not known (${place.reason})` : `\`${shown}\` is not there`;
}

function pathsOf(part: Part, pattern: Pattern): readonly PathFact[] {
  if (pattern.about !== 'path') return [];
  const { reads, writes } = aspectsOf(part);
  return pattern.access === 'read' ? reads : writes;
}

function whyNotPath(rule: Rule, pattern: PathRule, target: Target): string {
  const { part, call } = target;
  const isAllow = rule.verdict === 'allow';
  if (pattern.tool !== undefined && pattern.tool !== call.tool) return `it is about the tool ${pattern.tool}`;
  const paths = pathsOf(part, pattern);
  if (paths.length === 0 || (isAllow && part.subject.kind !== 'path')) return kinds[pattern.access];
  const [path] = paths;
  if (path?.known === false) return `the path is not known (${path.reason})`;
  return (
    (isAllow ? whyNotAllowed(rule, target, path) : undefined) ?? `the path is not in ${pattern.glob.text}`
  );
}

/** An allow needs the path under both its names, and all that lies below it. */
function whyNotAllowed(rule: Rule, target: Target, path: KnownPath | undefined): string | undefined {
  if (path === undefined) return undefined;
  if (path.real !== path.written && coversAs(rule, target, path.written))
    return typeof path.real === 'string'
      ? `its links lead to ${path.real}`
      : `its links: ${path.real.unknown}`;
  return path.recursive === true ? `not everything below is in ${pathText(rule.pattern)}` : undefined;
}

/** As if there were no links. */
function coversAs(rule: Rule, target: Target, written: string): boolean {
  const { part } = target;
  if (part.subject.kind !== 'path') return false;
  const path: PathFact = { known: true, written, real: written };
  return covers(rule, { ...target, part: { ...part, subject: { ...part.subject, path }, effects: [] } });
}
