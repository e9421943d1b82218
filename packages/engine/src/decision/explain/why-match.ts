import type { CommandSubject, Part } from '../../facts/part.ts';
import type { KnownPath, PathFact } from '../../facts/paths/path-fact.ts';
import { literalOf } from '../../facts/shell/read/words/word.ts';
import { fill } from '../../messages/fill.ts';
import { matchReasons } from '../../messages/explanation.ts';
import type { Match } from '../../policy/rules/match.ts';
import { coversCommand } from '../../policy/rules/match-command.ts';
import { covers, touches, type Target } from '../../policy/rules/match-rule.ts';
import { aspectsOf } from '../../policy/rules/part-aspects.ts';
import { printWhen, whenText } from '../../policy/rules/parse-when.ts';
import type { CommandRule, PathRule, Pattern } from '../../policy/rules/pattern.ts';
import { fitsText } from '../../policy/rules/pattern-word.ts';
import type { Rule } from '../../policy/rules/rule.ts';

/** Explains briefly why a rule does or does not match a part, as shown beside the rule. */
export function whyMatch(rule: Rule, target: Target, match: Match): string {
  if (match === 'yes') return rule.verdict === 'allow' ? matchReasons.covers : matchReasons.matches;
  if (match === 'may') return fill(matchReasons.mayMatch, { doubt: doubtAbout(rule, target) });
  if (rule.readOnly === true && !target.part.readOnly && coversElse(rule, target))
    return fill(matchReasons.notReadOnly, { doubt: target.part.doubts[0] ?? matchReasons.mayChange });
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
  return fill(matchReasons.conditionFails, {
    condition: whenText(printWhen(failed === undefined ? rule.when : [failed])),
  });
}

function doubtAbout(rule: Rule, target: Target): string {
  const { part } = target;
  const { subject } = part;
  if (subject.kind === 'unknown-call') return matchReasons.carriedUnknown;
  if (matchesByMention(rule, target)) return matchReasons.mentions;
  if (subject.kind === 'command') {
    const name = subject.words[0];
    if (name === undefined) return matchReasons.textUnread;
    if (name.kind === 'unknown') return fill(matchReasons.commandUnknownBecause, name);
    const unknown = subject.words.find((word) => word.kind === 'unknown');
    if (rule.pattern.about === 'command')
      return unknown?.kind === 'unknown'
        ? fill(matchReasons.wordUnknown, unknown)
        : matchReasons.mayBeSuchCommand;
  }
  const unknownPath = partPaths(part, rule.pattern).find((path) => !path.known);
  if (unknownPath?.known === false) return fill(matchReasons.pathUnknown, unknownPath);
  if (partPaths(part, rule.pattern).some((path) => path.known && path.recursive === true))
    return fill(matchReasons.reachesBelow, { glob: pathText(rule.pattern) });
  return part.doubts[0] ?? matchReasons.partlyUnknown;
}

function matchesByMention(rule: Rule, target: Target): boolean {
  const { mentions, ...part } = target.part;
  return mentions !== undefined && touches(rule, { ...target, part }) === 'no';
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
    case 'effect':
      return fill(matchReasons.otherEffect, { effect: pattern.effect });
    case 'command':
      if (subject.kind !== 'command') return kinds.shell;
      return rule.verdict === 'allow' ? whyNotCovered(pattern, subject) : whyOtherWords(pattern, subject);
    case 'path':
      return whyNotPath(rule, pattern, target);
    case 'host':
      if (rule.verdict === 'allow' && subject.kind !== 'url') return kinds.url;
      return aspectsOf(target.part).urls.length === 0 ? kinds.url : matchReasons.otherHost;
    case 'mcp':
      if (subject.kind !== 'mcp') return kinds.mcp;
      return pattern.argument === undefined ? matchReasons.otherMcpTool : matchReasons.otherToolOrArguments;
    case 'tool':
      return pattern.argument === undefined ? matchReasons.otherTool : matchReasons.otherToolOrArguments;
  }
}

const kinds: { readonly [K in Extract<Pattern, { about: 'kind' }>['of']]: string } = {
  shell: matchReasons.aboutShell,
  read: matchReasons.aboutRead,
  write: matchReasons.aboutWrite,
  url: matchReasons.aboutUrl,
  mcp: matchReasons.aboutMcp,
};

function whyNotCovered(rule: CommandRule, subject: CommandSubject): string {
  if (coversCommand(rule, { ...subject, escalations: [] })) {
    const beyond = subject.escalations.find(({ at }) => at < 0 || at >= literalWordCount(rule));
    const word = beyond === undefined || beyond.at < 0 ? undefined : literalOf(subject.words[beyond.at]);
    const why = beyond?.why ?? matchReasons.doesMore;
    return word === undefined ? why : fill(matchReasons.escalatesBy, { word, why });
  }
  return whyOtherWords(rule, subject);
}

function literalWordCount({ words }: CommandRule): number {
  const end = words.findIndex(({ is }) => is !== 'literal');
  return end === -1 ? words.length : end;
}

function whyOtherWords(rule: CommandRule, { words }: CommandSubject): string {
  const [name] = rule.words;
  const given = literalOf(words[0]);
  if (given === undefined) return words.length === 0 ? matchReasons.textUnread : matchReasons.commandUnknown;
  if (name !== undefined && !fitsText(name, given)) return matchReasons.otherCommand;
  const at = rule.words.findIndex((word, place) => {
    const text = literalOf(words[place]);
    return word.is !== 'any' && (text === undefined || !fitsText(word, text));
  });
  const wanted = rule.words[at];
  if (wanted === undefined || wanted.is === 'any') return matchReasons.moreWords;
  const shown = wanted.is === 'literal' ? wanted.text : wanted.pieces.join('*');
  const place = words[at];
  if (place === undefined) return fill(matchReasons.wordMissing, { word: shown });
  return place.kind === 'unknown'
    ? fill(matchReasons.wordUnknown, place)
    : fill(matchReasons.wordDiffers, { word: shown });
}

function partPaths(part: Part, pattern: Pattern): readonly PathFact[] {
  if (pattern.about !== 'path') return [];
  const { reads, writes } = aspectsOf(part);
  return pattern.access === 'read' ? reads : writes;
}

function whyNotPath(rule: Rule, pattern: PathRule, target: Target): string {
  const { part, call } = target;
  const isAllow = rule.verdict === 'allow';
  if (pattern.tool !== undefined && pattern.tool !== call.tool)
    return fill(matchReasons.aboutTool, { tool: pattern.tool });
  const paths = partPaths(part, pattern);
  if (paths.length === 0 || (isAllow && part.subject.kind !== 'path')) return kinds[pattern.access];
  const [path] = paths;
  if (path?.known === false) return fill(matchReasons.pathUnknown, path);
  return (
    (isAllow ? whyNotAllowed(rule, target, path) : undefined) ??
    fill(matchReasons.outsideGlob, { glob: pattern.glob.text })
  );
}

/** An allow must cover the path under both of its names, and everything below it. */
function whyNotAllowed(rule: Rule, target: Target, path: KnownPath | undefined): string | undefined {
  if (path === undefined) return undefined;
  if (path.real !== path.written && coversAs(rule, target, path.written))
    return typeof path.real === 'string'
      ? fill(matchReasons.linksTo, { path: path.real })
      : fill(matchReasons.linksUnknown, { reason: path.real.unknown });
  return path.recursive === true
    ? fill(matchReasons.notAllBelow, { glob: pathText(rule.pattern) })
    : undefined;
}

/** Ignores links. */
function coversAs(rule: Rule, target: Target, written: string): boolean {
  const { part } = target;
  if (part.subject.kind !== 'path') return false;
  const path: PathFact = { known: true, written, real: written };
  return covers(rule, { ...target, part: { ...part, subject: { ...part.subject, path }, accesses: [] } });
}
