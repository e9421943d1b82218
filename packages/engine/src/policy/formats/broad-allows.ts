import type { Layer } from '../layer.ts';
import { overBroad } from '../lint/over-broad.ts';
import { parseRule } from '../rules/parse-rule.ts';
import type { RuleInput } from '../rules/rule.ts';

/** An allow of a whole tool or of a program that runs anything: imported only if a person says so for this one. */
export interface BroadAllow {
  readonly rule: RuleInput;
  readonly text: string;
  /** What it lets through, in plain words. */
  readonly means: string;
}

export function broadAllows({ allow = [] }: Layer): readonly BroadAllow[] {
  return allow.flatMap((rule) => {
    const parsed = parseRule(rule, { verdict: 'allow', origin: { layer: 'user', root: '/', trusted: true } });
    const broad = parsed.ok ? overBroad(parsed.value) : undefined;
    return broad?.anything === true
      ? [{ rule, text: typeof rule === 'string' ? rule : rule.rule, means: broad.message }]
      : [];
  });
}
