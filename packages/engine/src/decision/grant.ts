import { isSameSpace, type OwnerSpace } from '../call/owner.ts';
import type { McpTool, ToolCall } from '../call/tool-call.ts';
import type { Mode } from '../policy/mode-name.ts';
import type { Rule } from '../policy/rules/rule.ts';
import type { World } from '../world/world.ts';

/** A remembered answer: allow rules, the asks it was given for, and how far it reaches. */
export interface Grant {
  readonly id: string;
  readonly rules: readonly Rule[];
  /** Exactly these asks are answered; any other ask about the same call remains. */
  readonly answers: readonly Ask[];
  readonly scope: Scope;
  /** The mode in which the person answered. An approval given elsewhere does not reach into a mode that says so. */
  readonly givenIn: Mode;
  /** Only this very call, as `callKey` names it. Required to answer a safety ask. */
  readonly callKey?: string;
  /** Only calls in this project. */
  readonly project?: string;
  /** Only calls of this session. */
  readonly session?: string;
  /** Only calls of this tenant and user; without it, only calls that have no owner. */
  readonly owner?: OwnerSpace;
  /** The MCP tool it was given for, as it was then: once that tool is described otherwise, people are asked again. */
  readonly pin?: Required<Pick<McpTool, 'server' | 'tool' | 'pin'>>;
  /** Milliseconds since the epoch. */
  readonly expires?: number;
  /** For this many calls; the store of the grant counts them. */
  readonly uses?: number;
}

/** How far a remembered answer reaches. */
export type Scope = 'once' | 'session' | 'project' | 'user';

/** Why a call was asked about, so that an answer can be tied to it. */
export type Ask =
  | { readonly because: 'ask-rule'; readonly rule: string }
  | { readonly because: 'deny-may-match'; readonly rule: string }
  | { readonly because: 'safety'; readonly code: string }
  /** It would run outside the sandbox, although it may run code that a sandboxed call wrote. */
  | { readonly because: 'unsandboxed' }
  | { readonly because: 'tool-asks' }
  | { readonly because: 'no-rule' };

/** Immune asks are answered for the exact call only, and for no longer than the session. */
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
 * Whether the tool that the grant was given for is no longer what it was. A call that does not say what its tool is
 * now may hide a change, so it counts as one. Other tools that the grant's rules cover are not watched by it.
 */
export function isChanged({ pin }: Grant, { tool, mcp }: ToolCall): boolean {
  if (pin === undefined) return false;
  const isSame =
    mcp === undefined
      ? tool === `mcp__${pin.server}__${pin.tool}`
      : mcp.server === pin.server && mcp.tool === pin.tool;
  return isSame && mcp?.pin !== pin.pin;
}
