import { warningsAbout } from 'permesso/console';
import { holds, type PersonCaller } from '../route/caller.ts';
import type { AroundQuestion } from './shapes.ts';

/** A question that waits, as the database holds it. */
export interface WaitingRow {
  readonly id: string;
  readonly project: string;
  readonly projectName: string;
  readonly agentName: string;
  readonly owner: string;
  readonly ownerName: string;
  readonly quorum: number;
  /** From an agent: beyond what its route checked, anything may stand there. */
  readonly request: unknown;
  readonly digest: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly isEscalated: boolean;
  readonly joined: number;
  readonly waiting: number;
  readonly votes: readonly { readonly person: string; readonly by: string; readonly verdict: string }[];
}

type Fields = Readonly<Record<string, unknown>>;

/** A question as the pages show it; the shape of the local console's, with what the team knows about it. */
export function shownQuestion(row: WaitingRow, caller: PersonCaller): Fields {
  const request = fieldsOf(row.request);
  const call = fieldsOf(request['call']);
  const decision = fieldsOf(request['decision']);
  const agent = fieldsOf(call['agent']);
  const input = fieldsOf(call['input']);
  return {
    id: row.id,
    digest: row.digest,
    askedAt: row.askedAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    call: {
      tool: textOf(call['tool']),
      input,
      ...textField(call, 'cwd'),
      ...textField(call, 'host'),
      ...textField(call, 'session'),
      ...('name' in agent ? { agent: { name: textOf(agent['name']) } } : {}),
    },
    message: textOf(decision['message']),
    parts: listOf(fieldsOf(decision['receipt'])['parts']).map(partOf),
    effects: listOf(request['effects']).map((effect) => ({
      words: textOf(effect['words']),
      lasting: effect['lasting'] === true,
    })),
    scopes: textsOf(request['scopes']),
    suggestions: listOf(decision['suggestions']).map((suggestion) => ({
      rules: textsOf(suggestion['rules']),
      covers: textOf(suggestion['covers']),
    })),
    // One alone may change a call: others would agree to what they have not seen.
    editable: request['editable'] === true && row.quorum === 1,
    warnings: warningsAbout(JSON.stringify(input)),
    team: aroundOf(row, caller),
  };
}

function aroundOf(row: WaitingRow, caller: PersonCaller): AroundQuestion {
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
    ...(whyNot === undefined ? {} : { whyNot }),
  };
}

/** Told beforehand; the answer itself is checked again, under the row's lock. */
function whyNoAnswer({ owner, project, votes }: WaitingRow, caller: PersonCaller): string | undefined {
  if (owner === caller.person) return 'You own the agent that asks, so somebody else must answer.';
  if (!holds(caller, 'approver', project)) return 'To answer you need the role approver in this project.';
  return votes.some(({ person }) => person === caller.person)
    ? 'You have said yes. Others must agree.'
    : undefined;
}

function partOf(part: Fields): Fields {
  const { verdict } = part;
  const { start, end } = fieldsOf(part['span']);
  return {
    label: textOf(part['label']),
    verdict: verdict === 'allow' || verdict === 'deny' ? verdict : 'ask',
    reason: textOf(part['reason']),
    doubts: textsOf(part['doubts']),
    ...(Number.isInteger(start) && Number.isInteger(end) ? { span: { start, end } } : {}),
  };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

const mostListed = 1000;

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.slice(0, mostListed).map(fieldsOf) : [];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.slice(0, mostListed).filter((each): each is string => typeof each === 'string')
    : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textField(fields: Fields, name: string): Fields {
  return typeof fields[name] === 'string' ? { [name]: fields[name] } : {};
}
