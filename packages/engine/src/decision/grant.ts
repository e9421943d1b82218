import { isSameSpace, type OwnerSpace } from '../call/owner.ts';
import type { McpTool, ToolCall } from '../call/tool-call.ts';
import type { Mode } from '../policy/mode-name.ts';
import type { Rule } from '../policy/rules/rule.ts';
import type { World } from '../world/world.ts';

/** A remembered approval: allow rules, the asks that it answers, and its scope. */
export interface Grant {
  readonly id: string;
  readonly rules: readonly Rule[];
  /** Answers exactly these asks; any other ask about the same call remains. */
  readonly answers: readonly Ask[];
  readonly scope: Scope;
  /** The mode in which the person answered. Some modes ignore approvals given in another mode. */
  readonly givenIn: Mode;
  /** Limits the grant to this exact call, as `callKey` identifies it. Required to answer a safety ask. */
  readonly callKey?: string;
  /** Limits the grant to calls in this project. */
  readonly project?: string;
  /** Limits the grant to calls of this session. */
  readonly session?: string;
  /** Limits the grant to calls of this tenant and user; when absent, to calls without an owner. */
  readonly owner?: OwnerSpace;
  /** The MCP tool as it was described when the grant was given. Once its description changes, people are asked again. */
  readonly pin?: Required<Pick<McpTool, 'server' | 'tool' | 'pin'>>;
  /** Milliseconds since the epoch. */
  readonly expires?: number;
  /** The number of calls it allows; the grant store counts them. */
  readonly uses?: number;
}

/** The scope of a remembered approval. */
export type Scope = 'once' | 'session' | 'project' | 'user';

/** Why a call was asked about, so that an approval applies to this reason only. */
export type Ask =
  | { readonly because: 'ask-rule'; readonly rule: string }
  | { readonly because: 'deny-may-match'; readonly rule: string }
  | { readonly because: 'safety'; readonly code: string }
  /** The call would run outside the sandbox, although it may run code that a sandboxed call wrote. */
  | { readonly because: 'unsandboxed' }
  | { readonly because: 'tool-asks' }
  | { readonly because: 'no-rule' };

/** Immune asks can be answered for the exact call only, and at most for the session. */
export function isImmune(ask: Ask): boolean {
  return ask.because === 'safety' || ask.because === 'deny-may-match' || ask.because === 'unsandboxed';
}

export function sameAsk(a: Ask, b: Ask): boolean {
  switch (a.because) {
    case 'ask-rule':
    case 'deny-may-match':
      return b.because === a.because && a.rule === b.rule;
    case 'safety':
      return b.because === a.because && a.code === b.code;
    case 'unsandboxed':
    case 'tool-asks':
    case 'no-rule':
      return b.because === a.because;
  }
}

export function isLive(grant: Grant, at: { call: ToolCall; callKey: string; world: World }): boolean {
  return (
    (grant.expires === undefined || at.world.now < grant.expires) &&
    (grant.project === undefined || grant.project === at.world.project) &&
    (grant.session === undefined || grant.session === at.call.session) &&
    (grant.callKey === undefined || grant.callKey === at.callKey) &&
    // A grant of one tenant or user never allows a call of another.
    isSameSpace(grant.owner, at.call.owner) &&
    !isChanged(grant, at.call) &&
    // An immune ask is never answered beyond the session, whatever a stored grant claims.
    (grant.scope === 'once' || grant.scope === 'session' || !grant.answers.some(isImmune))
  );
}

/**
 * Whether the tool has changed since the grant was given. A call without a description of its tool may hide a change, so it
 * counts as changed. Other tools that the grant's rules cover are not checked.
 */
export function isChanged({ pin }: Grant, { tool, mcp }: ToolCall): boolean {
  if (pin === undefined) return false;
  const isSame =
    mcp === undefined
      ? tool === `mcp__${pin.server}__${pin.tool}`
      : mcp.server === pin.server && mcp.tool === pin.tool;
  return isSame && mcp?.pin !== pin.pin;
}
