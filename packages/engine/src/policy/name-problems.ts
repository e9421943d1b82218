import { didYouMean } from '../messages/did-you-mean.ts';
import { matchesName } from './patterns/name-glob.ts';
import type { Policy, Problem } from './policy.ts';
import type { Rule } from './rules/rule.ts';
import { matchesVisibility } from './visibility.ts';

export interface Names {
  /** What rules call the tools that an adapter was given. */
  readonly declared: readonly string[];
  /** What rules may speak of besides: tools that the gate knows on its own. */
  readonly known: readonly string[];
  /** Of the app, which rules may name beside those of the policy. */
  readonly checks?: readonly string[];
}

/**
 * Names in a policy given in code that no tool bears: `deny: ['refnd']` denies nothing, and `hidden: ['bash']` hides nothing
 * where rules call the tool `Bash`. Files are written for many programs, so nothing is said of them.
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

/** A rule whose check does not exist holds for every call. */
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

/** `github(create_issue)` speaks of the MCP server of that name. */
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
