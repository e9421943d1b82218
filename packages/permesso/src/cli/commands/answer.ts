import { userInfo } from 'node:os';
import { definedFields } from '@permesso/engine/call';
import { printable } from '@permesso/engine/decision';
import { type Allowing, type Answer, answerScopes } from '@permesso/protocol/approval';
import { readLimit, approvalsIn, giveAnswer, type WaitingApproval } from '@permesso/gate/approval';
import { whyForgotten } from '@permesso/gate/gate';
import { findPlaces } from '@permesso/gate/disk';
import { UsageError, type Command, type CommandInput } from '../command.ts';
import { callText } from '../call-text.ts';
import { findApproval } from '../find-approval.ts';
import { confirmLoosening } from '../own-terminal.ts';

export const answer: Command = {
  name: 'answer',
  summary: 'Answers a pending approval request from another terminal.',
  usage: 'answer ID allow|deny [options]',
  options: [
    { name: 'for', value: 'SCOPE', help: `${answerScopes.join(', ')}; once` },
    { name: 'rule', value: 'RULE', repeats: true, help: 'the rule to save (default: the exact call)' },
    { name: 'until', value: 'TIME', help: '30m, 8h or 7d, or 5x for five calls' },
    { name: 'trust', help: 'with allow: trust the sources that caused the question, for this session' },
    { name: 'comment', value: 'TEXT', help: 'with deny: a comment for the agent' },
    { name: 'json', help: 'as JSON' },
  ],
  examples: [
    ['permesso answer 81c4 allow', 'approves this call once'],
    [
      'permesso answer 81c4 allow --for session --rule "Bash(npm run:*)"',
      'approves it and similar calls for this session',
    ],
    [
      'permesso answer 81c4 allow --trust',
      'approves it, and trusts what the session read for the rest of it',
    ],
    ['permesso answer 81c4 deny --comment "Use pnpm."', 'denies it with a comment for the agent'],
  ],
  exitCodes: [
    [0, 'the answer was accepted'],
    [1, 'it was already answered or has expired, there is no such request, or nobody confirmed an approval'],
  ],
  run: async (given, out) => {
    const [id, verdict, extra] = given.operands;
    if (id === undefined || extra !== undefined || (verdict !== 'allow' && verdict !== 'deny'))
      throw new UsageError('expected an id and an answer: answer ID allow');
    const written = answerFromFlags(verdict, given);
    const found = findApproval(approvalsIn(findPlaces().state, Date.now()), id);
    if (found === undefined) {
      out.complain(`No approval request ${id}.`);
      return 1;
    }
    const said = given.flag('trust') ? trusting(written, found) : written;
    if (said.verdict === 'allow' && !(await confirmLoosening(confirmationOf(said, found), out))) return 1;
    const why = await give(said, found);
    if (given.flag('json'))
      out.print(JSON.stringify({ id: found.approval.id, accepted: why === undefined, why: why ?? null }));
    else if (why !== undefined) out.complain(`The answer was not accepted: ${why}.`);
    else out.print(`${found.approval.id} is ${verdict === 'allow' ? 'approved' : 'denied'}.`);
    return why === undefined ? 0 : 1;
  },
};

function confirmationOf({ scope, sources = [] }: Allowing, { approval }: WaitingApproval): string {
  const lasts = typeof scope === 'string' ? ` (${scope})` : '';
  const trusts = sources.length === 0 ? '' : ` and trust ${sources.map(printable).join(', ')}`;
  return `Approve this call${lasts}${trusts}: ${callText(approval.request.call)}?`;
}

/** Adds the sources that the request offers. */
function trusting(said: Answer, { approval: { request } }: WaitingApproval): Answer {
  if (said.verdict === 'deny') throw new UsageError('--trust goes with allow');
  if (request.sources === undefined)
    throw new UsageError('--trust: this is not asked because of a source that you could trust');
  return { ...said, sources: request.sources };
}

/** Why the answer has no effect; undefined when it counts. */
async function give(said: Answer, found: WaitingApproval): Promise<string | undefined> {
  const { scopes } = found.approval.request;
  if (said.verdict === 'allow' && !scopes.some((scope) => scope === said.scope))
    throw new UsageError(`this can be allowed for ${scopes.join(' or ')}`);
  const forgotten = await whyForgotten(found.approval.request, said);
  if (forgotten !== undefined) throw new UsageError(`it would not be remembered: ${forgotten}`);
  return giveAnswer(found, said);
}

function answerFromFlags(verdict: 'allow' | 'deny', given: CommandInput): Answer {
  const name = given.value('for') ?? (given.value('until') === undefined ? 'once' : 'session');
  const scope = answerScopes.find((each) => each === name);
  if (scope === undefined) throw new UsageError(`--for takes ${answerScopes.join(', ')}, not ${name}`);
  const rules = given.values('rule');
  const comment = given.value('comment');
  const common = {
    scope,
    ...(rules.length === 0 ? {} : { rules }),
    by: userInfo().username,
    from: 'command line',
  };
  if (verdict === 'deny') return { verdict, ...common, ...definedFields({ comment }) };
  if (comment !== undefined) throw new UsageError('--comment goes with deny');
  return { verdict, ...common, ...limitFrom(given) };
}

function limitFrom(given: CommandInput): { readonly until?: number; readonly uses?: number } {
  const text = given.value('until');
  if (text === undefined) return {};
  const limit = readLimit(text, Date.now());
  if ('problem' in limit) throw new UsageError(`--until ${text}: ${limit.problem}`);
  return limit;
}
