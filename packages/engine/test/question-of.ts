import type { ToolCall } from '../src/call/tool-call.ts';
import type { Ask, Grant } from '../src/decision/grant.ts';
import type { DecisionInput } from '../src/decision/decision-input.ts';
import type { Part } from '../src/facts/part.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import type { Layer } from '../src/policy/layer.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import { commandOf, partOf } from './part-of.ts';
import { sessionRule } from './random-question.ts';

export interface Asking extends Partial<Omit<DecisionInput, 'policy' | 'facts' | 'call'>> {
  readonly policy?: Layer | readonly Layer[];
  readonly call?: Partial<ToolCall>;
  readonly parts?: readonly Part[];
  readonly now?: number;
}

/** A question with everything that was not given left at its plainest: one shell command, no rules. */
export function questionOf(asking: Asking = {}): DecisionInput {
  const { policy = {}, call, parts = [shellPart('make')], now = 1000, ...rest } = asking;
  const [first = shellPart('make'), ...others] = parts;
  return {
    call: { tool: 'Bash', input: {}, session: 's1', ...call },
    facts: { kind: first.kind, parts: [first, ...others] },
    policy: compilePolicy(isLayers(policy) ? policy : [policy]),
    mode: 'default',
    world: fixedWorld({ now }),
    grants: [],
    callKey: 'this call',
    interactive: true,
    ...rest,
  };
}

function isLayers(policy: Layer | readonly Layer[]): policy is readonly Layer[] {
  return Array.isArray(policy);
}

export function shellPart(command: string, more: Partial<Part> = {}): Part {
  return partOf({ kind: 'shell', label: command, subject: commandOf(command), ...more });
}

export function grantOf(
  given: Partial<Omit<Grant, 'rules'>> & { rules?: readonly string[]; answers: readonly Ask[] },
): Grant {
  const { rules = [], ...rest } = given;
  return {
    id: 'g',
    scope: 'session',
    givenIn: 'default',
    // Read when asked for, so that a table of cases runs no code of its own.
    get rules() {
      return rules.map(sessionRule);
    },
    ...rest,
  };
}
