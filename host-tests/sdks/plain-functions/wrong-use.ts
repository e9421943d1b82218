/** Wrong use that must not compile. Each line below a mark is an error, or `tsc` reports the mark. */
import { createGate } from '@permesso/gate';
import { aiSdk } from '@permesso/gate/ai-sdk';
import { claudeAgent } from '@permesso/gate/claude-agent-sdk';
import { copilot } from '@permesso/gate/copilot-sdk';
import { guard } from '@permesso/gate/guard';
import { langchain } from '@permesso/gate/langchain';
import { mastra } from '@permesso/gate/mastra';
import { openaiAgents } from '@permesso/gate/openai-agents';
import { expectDecision, PolicyCoverage } from '@permesso/gate/testing';

const gate = createGate({ policy: {} });
const pay = guard(gate, { tool: 'pay' }, ({ amount }: { readonly amount: number }) => amount);

export const wrong: readonly (() => unknown)[] = [
  // @ts-expect-error a policy is not a gate
  () => aiSdk({ allow: ['*'] }),
  // @ts-expect-error there is no such way to ask
  () => aiSdk(gate, { ask: 'never' }),
  // @ts-expect-error tools are named
  () => aiSdk(gate).guardTools([{}]),
  // @ts-expect-error no version of the SDK speaks this
  () => aiSdk(gate).middleware('v5'),
  // @ts-expect-error an answer has a verdict
  () => aiSdk(gate).answer('id', { approved: true }),
  // @ts-expect-error an agent has a name
  () => openaiAgents(gate, { agent: {} }),
  // @ts-expect-error tools come in a list
  () => openaiAgents(gate).guardTools({}),
  // @ts-expect-error a denial needs a message to stand in
  () => langchain(gate, {}),
  // @ts-expect-error the class, not an instance of it
  () => langchain(gate, { ToolMessage: {} }),
  // @ts-expect-error a gate, not a text, is found by the request
  () => mastra(() => 'gate'),
  // @ts-expect-error a list of names
  () => claudeAgent(gate).options({ allowedTools: 'Bash' }),
  // @ts-expect-error nothing else can be accepted
  () => claudeAgent(gate, { accept: ['bypass'] }),
  // @ts-expect-error an approver asks, it is not an approval
  () => copilot(gate, { approver: true }),
  // @ts-expect-error it has a name in the rules
  () => guard(gate, {}, () => 1),
  // @ts-expect-error the input keeps its type
  () => pay({ amount: '10' }),
  // @ts-expect-error there are three verdicts
  () => expectDecision(gate, { tool: 'pay', input: {} }).toBe('maybe'),
  // @ts-expect-error per cent
  () => new PolicyCoverage({ atLeast: '80' }),
];
