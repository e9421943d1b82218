import { definedFields } from '@permesso/engine/call';
import { warningsAbout } from '@permesso/protocol/text';
import type { ApprovalRow } from '../approval-rows.ts';
import { shownSummary } from '../shown-summary.ts';
import { holds, type PersonCaller } from '../../route/caller.ts';
import { type AnswerScope, answerScopes } from '@permesso/protocol/approval';
import type { InboxItem, RequestContext, ShownPart } from '@permesso/protocol/console';

/** A pending request's row. */
export interface WaitingRow {
  readonly id: string;
  readonly project: string;
  readonly projectName: string;
  readonly agentName: string;
  readonly owner: string;
  readonly ownerName: string;
  readonly quorum: number;
  /** How long an answer may last at most. */
  readonly longest: AnswerScope;
  /** From an agent: beyond what its route checked, it may hold anything. */
  readonly request: unknown;
  readonly digest: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly isEscalated: boolean;
  readonly joined: number;
  readonly waiting: number;
  readonly votes: readonly { readonly person: string; readonly by: string; readonly verdict: string }[];
}

type RequestFields = Readonly<Record<string, unknown>>;

/** A request for the pages: the local console's format plus the team's data about it. */
export function shownRequest(row: WaitingRow, caller: PersonCaller): InboxItem {
  const request = fieldsOf(row.request);
  const call = fieldsOf(request['call']);
  const decision = fieldsOf(request['decision']);
  const agent = fieldsOf(call['agent']);
  const input = fieldsOf(call['input']);
  const { effects, ...summary } = shownSummary(request as unknown as ApprovalRow['request']);
  return {
    id: row.id,
    digest: row.digest,
    askedAt: row.askedAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    call: {
      tool: stringOrEmpty(call['tool']),
      input,
      ...textField(call, 'cwd'),
      ...textField(call, 'host'),
      ...textField(call, 'session'),
      ...('name' in agent ? { agent: { name: stringOrEmpty(agent['name']) } } : {}),
    },
    message: stringOrEmpty(decision['message']),
    parts: listOf(fieldsOf(decision['receipt'])['parts']).map(partOf),
    effects,
    summary,
    scopes: answerScopes
      .slice(0, answerScopes.indexOf(row.longest) + 1)
      .filter((scope) => textsOf(request['scopes']).includes(scope)),
    suggestions: listOf(decision['suggestions']).map((suggestion) => ({
      rules: textsOf(suggestion['rules']),
      covers: stringOrEmpty(suggestion['covers']),
    })),
    // Only a sole approver may change a call: others would agree to something they have not seen.
    editable: request['editable'] === true && row.quorum === 1,
    warnings: warningsAbout(JSON.stringify(input)),
    team: aroundOf(row, caller),
  };
}

function aroundOf(row: WaitingRow, caller: PersonCaller): RequestContext {
  const whyNot = whyNoAnswer(row, caller);
  return {
    projectId: row.project,
    project: row.projectName,
    agent: row.agentName,
    owner: row.ownerName,
    quorum: row.quorum,
    votes: row.votes.map(({ by, verdict }) => ({ by, verdict })),
    joined: row.joined,
    isEscalated: row.isEscalated,
    mayPropose: textsOf(fieldsOf(row.request)['scopes']).some(
      (scope) => scope === 'project' || scope === 'user',
    ),
    ...definedFields({ whyNot }),
  };
}

/** Shown in advance; the answer itself is checked again, under the row's lock. */
function whyNoAnswer({ owner, project, votes }: WaitingRow, caller: PersonCaller): string | undefined {
  if (owner === caller.person) return 'You own the agent that asks, so somebody else must answer.';
  if (!holds(caller, 'approver', project)) return 'To answer you need the role approver in this project.';
  return votes.some(({ person }) => person === caller.person)
    ? 'You approved this. Other approvers still have to agree.'
    : undefined;
}

function partOf(part: RequestFields): ShownPart {
  const { verdict } = part;
  const { start, end } = fieldsOf(part['span']);
  return {
    label: stringOrEmpty(part['label']),
    verdict: verdict === 'allow' || verdict === 'deny' ? verdict : 'ask',
    reason: stringOrEmpty(part['reason']),
    doubts: textsOf(part['doubts']),
    ...(isInteger(start) && isInteger(end) ? { span: { start, end } } : {}),
  };
}

function fieldsOf(value: unknown): RequestFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RequestFields) : {};
}

const mostListed = 1000;

function listOf(value: unknown): readonly RequestFields[] {
  return Array.isArray(value) ? value.slice(0, mostListed).map(fieldsOf) : [];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.slice(0, mostListed).filter((each): each is string => typeof each === 'string')
    : [];
}

function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

function textField<N extends string>(fields: RequestFields, name: N): { readonly [K in N]?: string } {
  const value = fields[name];
  return typeof value === 'string' ? ({ [name]: value } as { readonly [K in N]?: string }) : {};
}
