import {
  type Answer,
  type AnswerScope,
  type ApprovalRequest,
  redactRequest,
} from '@permesso/protocol/approval';
import { answersInOrder, effectText, isLasting, requestTitle } from '@permesso/protocol/text';
import type { ToolCall } from '@permesso/engine/call';
import { printable } from '@permesso/engine/decision';
import { objectAt, textAt, type JsonObject } from './message.ts';

interface Choice {
  readonly label: string;
  readonly answer: Answer;
}

/** The request as a form that an MCP client shows. It contains no secrets, and nothing in it can hide. */
export function elicitationFor(asked: ApprovalRequest): JsonObject {
  return {
    message: messageFor(asked),
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'Your answer', enum: choicesFor(asked).map(({ label }) => label) },
      },
      required: ['decision'],
    },
  };
}

/** Reads the client's reply. Only a choice that was offered, made by a person who accepted, is an approval. */
export function answerFromElicitation(result: unknown, asked: ApprovalRequest): Answer {
  const given = typeof result === 'object' && result !== null ? (result as JsonObject) : {};
  if (textAt(given, 'action') !== 'accept') return { ...no, from };
  const label = textAt(objectAt(given, 'content'), 'decision');
  const choice = choicesFor(asked).find((one) => one.label === label);
  return { ...(choice?.answer ?? no), from };
}

const from = 'elicitation';
const no: Answer = { verdict: 'deny' };

const scopeWords: readonly (readonly [scope: AnswerScope, words: string])[] = [
  ['session', 'Allow in this session'],
  ['project', 'Always allow in this project'],
  ['user', 'Always allow everywhere'],
];

function choicesFor(request: ApprovalRequest): readonly Choice[] {
  const { decision, scopes } = request;
  const lasting = scopeWords
    .filter(([scope]) => scopes.includes(scope))
    .flatMap(([scope, words]) =>
      decision.suggestions
        // Beyond the session, only the narrowest rule: a form is no place to grant wide rules.
        .slice(0, scope === 'session' ? 2 : 1)
        .map(({ rules, covers }): Choice => {
          const answer: Answer = { verdict: 'allow', scope, rules };
          return { label: `${words}: ${printable(covers)}`, answer };
        }),
    );
  const once: Choice = { label: 'Allow once', answer: { verdict: 'allow' } };
  return answersInOrder(
    { allowing: [once, ...lasting], denying: [{ label: 'Deny', answer: no }] },
    { isSerious: isLasting(request) },
  );
}

const longestInput = 2000;

function messageFor(asked: ApprovalRequest): string {
  const shown = redactRequest(asked);
  const { input, mcp, tool } = shown.call;
  const called = mcp === undefined ? tool : `${mcp.tool} on ${mcp.server}`;
  return [
    `${printable(requestTitle(shown))}.`,
    `${printable(called)}: ${shownInput(input)}`,
    ...shown.effects.map((effect) => `- ${printable(effectText(effect))}`),
    printable(shown.summary?.why ?? shown.decision.message),
  ].join('\n');
}

/** Never truncated silently: the form says what it does not show. */
function shownInput(input: ToolCall['input']): string {
  const text = printable(JSON.stringify(input));
  if (text.length <= longestInput) return text;
  return `${text.slice(0, longestInput)} ... and ${text.length - longestInput} more characters`;
}
