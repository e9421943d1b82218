import { didYouMean } from '../messages/did-you-mean.ts';
import { matchesName } from './patterns/name-glob.ts';
import type { Policy, Problem } from './policy.ts';
import type { Rule } from './rules/rule.ts';
import { matchesVisibility } from './visibility.ts';

export interface Names {
  /** The rule names of the tools that an adapter was given. */
  readonly declared: readonly string[];
  /** Other tools that rules may name, because the gate knows them itself. */
  readonly known: readonly string[];
  /** The app's checks, which rules may name in addition to the policy's. */
  readonly checks?: readonly string[];
}

/**
 * Unknown tool names in a policy given in code: `deny: ['refnd']` denies nothing, and `hidden: ['bash']` hides nothing if rules
 * call the tool `Bash`. Files are written for many programs, so they are not checked.
 */
export function nameProblems(policy: Policy, { declared, known, checks = [] }: Names): readonly Problem[] {
  const missing = checkProblems(policy, checks);
  if (declared.length === 0) return missing;
  return [
    ...missing,
    ...ruleProblems(policy.rules, [...declared, ...known]),
    ...listProblems(policy, declared),
  ];
}

/** A rule with an undefined check applies to every call. */
function checkProblems({ rules, checks: given = [] }: Policy, own: readonly string[]): readonly Problem[] {
  const names = [...own, ...given.map(({ name }) => name)];
  return rules.flatMap(({ check, origin, verdict, text }) => {
    if (check === undefined || origin.file !== undefined || names.includes(check)) return [];
    const fix = didYouMean(check, names) ?? names[0];
    return [
      {
        at: 0,
        message: `there is no check \`${check}\``,
        fix:
          fix === undefined
            ? `write createGate({ policy, checks: { ${check} } })`
            : `did you mean \`${fix}\`?`,
        verdict,
        text,
      },
    ];
  });
}

function ruleProblems(rules: readonly Rule[], names: readonly string[]): readonly Problem[] {
  return rules.flatMap(({ pattern, origin, verdict, text }) => {
    if (origin.file !== undefined || pattern.about !== 'tool') return [];
    if (names.some((name) => matchesName(pattern.name, name) || serverOf(name) === pattern.name)) return [];
    return [unknownName(pattern.name, names, { verdict, text })];
  });
}

function listProblems({ visibility }: Policy, names: readonly string[]): readonly Problem[] {
  return visibility.flatMap(({ hidden, visible, origin }) => {
    if (origin.file !== undefined) return [];
    return [...hidden, ...visible]
      .filter((listed) => !names.some((name) => matchesVisibility(listed, name)))
      .map((listed) => unknownName(listed, names, { verdict: 'deny', text: listed, about: 'tool' }));
  });
}

/** `github(create_issue)` refers to the MCP server of that name. */
function serverOf(name: string): string | undefined {
  return /^mcp__(.+?)__/u.exec(name)?.[1];
}

function unknownName(
  name: string,
  names: readonly string[],
  about: Pick<Problem, 'verdict' | 'text' | 'about'>,
): Problem {
  const meant = didYouMean(name, names);
  const fix = meant === undefined ? `there are ${names.join(', ')}` : `did you mean \`${meant}\`?`;
  return { at: 0, message: `no tool here is called \`${name}\``, fix, ...about };
}
