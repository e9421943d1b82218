import type { Policy } from '../policy.ts';
import { isGoverning } from '../compile-sandbox.ts';
import type { Rule } from '../rules/rule.ts';
import type { Finding } from './finding.ts';

/** What a policy with `sandbox` opens, or requires of a sandbox although none can do it. */
export function lintSandbox(policy: Policy): readonly Finding[] {
  const { sandbox, rules, workingDirectories } = policy;
  const outside = rules.flatMap((rule) => (rule.unsandboxed === true ? [outsideRule(rule, policy)] : []));
  if (sandbox.use === 'off') return outside;
  return [
    ...outside,
    ...rules.flatMap((rule) => (isTooDeep(rule) ? [tooDeep(rule)] : [])),
    ...workingDirectories.filter((each) => !each.startsWith('/')).map(relativeDirectory),
  ];
}

function outsideRule(rule: Rule, { sandbox }: Policy): Finding {
  const about = { code: 'unsandboxed', severity: 'warning', rule, removable: false } as const;
  if (sandbox.use === 'off')
    return {
      ...about,
      message: '`unsandboxed` does nothing: the policy runs no calls sandboxed',
      fix: 'write `sandbox: on`, or remove it',
    };
  if (sandbox.governed && !isGoverning(rule.origin.layer))
    return {
      ...about,
      message: '`unsandboxed` does nothing here: only managed and team policies may say it',
      fix: 'remove it',
    };
  return {
    ...about,
    message: 'runs outside the sandbox: a script that ran sandboxed may have changed what it starts',
    fix: 'keep it only where the code it runs cannot be written by sandboxed calls',
  };
}

/** Files at any depth of the machine or the home directory cannot be searched for at each call: such a policy sandboxes nothing. */
function isTooDeep({ verdict, pattern }: Rule): boolean {
  return (
    verdict !== 'allow' &&
    pattern.about === 'path' &&
    pattern.access === 'read' &&
    pattern.glob.alternatives.some(
      ({ base, walk }) => (base === 'home' || base === 'absolute') && walk.segments[0]?.is !== 'literal',
    )
  );
}

function tooDeep(rule: Rule): Finding {
  return {
    code: 'sandbox-reach',
    severity: 'warning',
    rule,
    message:
      'means files at any depth, which no sandbox can hide: calls are asked about instead of sandboxed',
    fix: 'name the directories, as in `Read(~/.ssh/**)`, or write it without a place, as in `Read(**/.env)`',
    removable: false,
  };
}

function relativeDirectory(directory: string): Finding {
  return {
    code: 'sandbox-reach',
    severity: 'warning',
    message: `the working directory ${directory} is relative: calls are asked about instead of sandboxed`,
    fix: 'write an absolute path',
    removable: false,
  };
}
