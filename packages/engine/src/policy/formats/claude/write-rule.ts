import { isRecord } from '../../../call/is-record.ts';
import { printPattern } from '../../rules/print-pattern.ts';
import type { RuleObject } from '../../rules/rule.ts';
import type { Verdict } from '../../rules/verdict.ts';
import { namesThere, withoutStar } from '../built-in-tools.ts';
import { sayRule, type Inexpressible } from '../writing.ts';
import { subjects } from './read-rule.ts';

type WrittenRule = { readonly text: string } | Inexpressible;

const noServers: Inexpressible = { why: 'Claude Code allows no servers by a wildcard' };

/** The same rule for Claude Code, or why it cannot be expressed. */
export function toClaudeRule(verdict: Verdict, rule: RuleObject): WrittenRule {
  const { agents, expires, limit, check } = rule;
  const isForAll =
    [agents, expires, limit, check].every((each) => each === undefined) &&
    rule.readOnly !== true &&
    rule.effects === undefined;
  if (rule.when !== undefined && isForAll) return fromWhen(verdict, rule);
  return sayPlain(verdict, rule);
}

const sayPlain = sayRule<{ readonly text: string }>({
  path: ({ access, glob }) => ({ text: `${access === 'read' ? 'Read' : 'Edit'}(${glob.text})` }),
  kind: (pattern, verdict) => {
    if (pattern.of === 'mcp') return verdict === 'allow' ? noServers : { text: 'mcp__*' };
    return { text: pattern.of === 'write' ? 'Edit' : printPattern(pattern) };
  },
  tool: ({ name, argument }, verdict) => {
    if (argument !== undefined) return { why: 'Claude Code knows no such argument' };
    const [there] = namesThere(name, { program: 'claude' });
    if (there !== undefined) return { text: there };
    if (!name.includes('*') || name !== withoutStar(name))
      return { why: 'Claude Code has no tool of this name' };
    return verdict === 'allow' ? { why: 'Claude Code allows no tools by a wildcard' } : { text: name };
  },
  mcp: (pattern, verdict) => {
    if (pattern.argument !== undefined) return { why: 'Claude Code compares no arguments of MCP tools' };
    if (verdict === 'allow' && pattern.server.includes('*')) return noServers;
    return { text: pattern.tool === '*' ? `mcp__${pattern.server}` : printPattern(pattern) };
  },
  host: (pattern) => ({ text: printPattern(pattern) }),
  // In Claude Code, a star inside a word also matches spaces, so an allow would grow.
  command: (pattern, verdict) =>
    verdict === 'allow' && pattern.words.some(({ is }) => is === 'glob')
      ? { why: 'a wildcard in a word covers more words there' }
      : { text: printPattern(pattern) },
});

function fromWhen(verdict: Verdict, { rule, when }: RuleObject): WrittenRule {
  const tests = Object.entries(when ?? {});
  const [field, test] = tests[0] ?? [];
  const wanted = wantedBy(test);
  if (tests.length !== 1 || typeof wanted !== 'string' || /[*()]/u.test(wanted))
    return { why: 'conditions on arguments' };
  if (subjects.get(rule) === field) return { text: `${rule}(${wanted})` };
  if (verdict === 'allow' || !/^[A-Z]\w*$/u.test(rule) || rule === 'Bash')
    return { why: 'conditions on arguments' };
  return { text: `${rule}(${field}:${wanted})` };
}

/** A bare value, or one that must exist: Claude Code treats both as a test of a present argument. */
function wantedBy(test: unknown): unknown {
  if (!isRecord(test)) return test;
  const { exists, equals, ...more } = test;
  return exists === true && Object.keys(more).length === 0 ? equals : undefined;
}
