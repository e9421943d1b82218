import { unusableAnswerTexts } from '../../messages/denials.ts';
import type { Answer, AnswerScope, Approval } from '@permesso/protocol/approval';
import { isRecord } from '@permesso/engine/call';

/**
 * What an interrupted run carries: the request in the format of LangChain's own human-in-the-loop middleware, so that
 * the same UI shows it, and the approval for a UI that shows more.
 */
export interface Review {
  readonly actionRequests: readonly [
    { readonly name: string; readonly args: Readonly<Record<string, unknown>>; readonly description: string },
  ];
  readonly reviewConfigs: readonly [
    { readonly actionName: string; readonly allowedDecisions: readonly string[] },
  ];
  readonly approval: Approval;
}

export function reviewOf(tool: string, approval: Approval): Review {
  const { call, decision } = approval.request;
  return {
    actionRequests: [{ name: tool, args: call.input, description: decision.message }],
    reviewConfigs: [{ actionName: tool, allowedDecisions: ['approve', 'edit', 'reject'] }],
    approval,
  };
}

/**
 * `new Command({ resume: { decisions: [...] } })`. The scope and the rules are ours; the rest is LangChain's format.
 */
export type ReviewDecision =
  | { readonly type: 'approve'; readonly scope?: AnswerScope; readonly rules?: readonly string[] }
  | {
      readonly type: 'edit';
      readonly editedAction: { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
    }
  | { readonly type: 'reject'; readonly message?: string };

/** Converts the value that a run was resumed with to an answer. An unreadable value is a denial. */
export function answerOf(resumed: unknown, tool: string): Answer {
  const from = 'langchain';
  const decisions: unknown = field(resumed, 'decisions');
  const decision: unknown = Array.isArray(decisions) && decisions.length === 1 ? decisions[0] : undefined;
  switch (field(decision, 'type')) {
    case 'approve': {
      const [scope, rules] = [field(decision, 'scope'), field(decision, 'rules')];
      return {
        verdict: 'allow',
        from,
        ...(isScope(scope) ? { scope } : {}),
        ...(isStringList(rules) ? { rules } : {}),
      };
    }
    case 'edit': {
      const edited = field(decision, 'editedAction');
      const args = field(edited, 'args');
      if (field(edited, 'name') !== tool || !isRecord(args))
        return { verdict: 'deny', from, comment: unusableAnswerTexts.otherTool };
      return { verdict: 'allow', from, input: args };
    }
    case 'reject': {
      const comment = field(decision, 'message');
      return { verdict: 'deny', from, ...(typeof comment === 'string' ? { comment } : {}) };
    }
    default:
      return { verdict: 'deny', from, comment: unusableAnswerTexts.unreadable };
  }
}

const scopes: ReadonlySet<unknown> = new Set(['once', 'session', 'project', 'user'] satisfies AnswerScope[]);

function isScope(value: unknown): value is AnswerScope {
  return scopes.has(value);
}

function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function field(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
