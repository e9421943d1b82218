import { homedir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import type { ToolCall } from '@permesso/engine/call';
import type { ApprovalRequest, Probe } from '@permesso/protocol/approval';

/** What a prompt is about; constant while it is open. */
export interface PromptContext {
  readonly request: ApprovalRequest;
  /** Why these rules would not work; undefined if they would. */
  readonly objection: (rules: readonly string[]) => string | undefined;
  /** How many of the recent calls the rules match. */
  readonly alsoMatches: (rules: readonly string[]) => { readonly count: number; readonly of: number };
  readonly place: { readonly at: number; readonly of: number };
  /** Whether the request stays pending elsewhere if the person closes the prompt. */
  readonly canLeave: boolean;
  /** Where the call would run: `~/work/shop`. */
  readonly where: string | undefined;
}

/** Asks the engine once per set of rules, because a prompt is redrawn at every key. */
export function promptContext(
  request: ApprovalRequest,
  about: {
    readonly probe: Probe | undefined;
    readonly history: readonly ToolCall[];
    readonly place?: PromptContext['place'];
    readonly canLeave?: boolean;
  },
): PromptContext {
  const { probe, history } = about;
  const matches = new Map<string, number>();
  const objections = new Map<string, string | undefined>();
  return {
    request,
    place: about.place ?? { at: 1, of: 1 },
    canLeave: about.canLeave ?? false,
    where: shownDirectory(request.call.cwd),
    objection: (rules) => {
      const key = JSON.stringify(rules);
      if (!objections.has(key)) objections.set(key, ruleObjection(rules, request, probe));
      return objections.get(key);
    },
    alsoMatches: (rules) => {
      const key = JSON.stringify(rules);
      const count = matches.get(key) ?? probe?.matching(rules, history).length ?? 0;
      matches.set(key, count);
      return { count, of: probe === undefined ? 0 : history.length };
    },
  };
}

function shownDirectory(directory: string | undefined): string | undefined {
  if (directory === undefined) return undefined;
  const inHome = relative(homedir(), directory);
  return inHome.startsWith('..') || isAbsolute(inHome) ? directory : join('~', inHome);
}

/** Without the engine, only the rules that it offered are known to work. */
function ruleObjection(
  rules: readonly string[],
  { decision }: ApprovalRequest,
  probe: Probe | undefined,
): string | undefined {
  if (probe !== undefined) return probe.objection(rules);
  const offered = decision.suggestions.some((one) => JSON.stringify(one.rules) === JSON.stringify(rules));
  return offered ? undefined : 'it cannot be tried here; take one that is offered';
}
