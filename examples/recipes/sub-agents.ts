/** An agent that starts others: a helper has rules of its own and never exceeds the one that started it. */
import assert from 'node:assert/strict';
import { createGate, type Agent } from '@permesso/gate';
import { guard } from '@permesso/gate/guard';

const gate = createGate({
  policy: {
    allow: [
      'Bash(npm test:*)',
      { rule: 'WebFetch(domain:docs.example.com)', agents: ['researcher'] },
      { rule: 'publish', agents: ['main'] },
      // The researcher may do this although the main agent may not.
      { rule: 'search_archive', agents: ['researcher'], delegated: true },
    ],
    unlisted: 'deny',
  },
});

const main: Agent = { name: 'main' };
const researcher: Agent = { name: 'researcher', parents: ['main'] };
const verdict = async (agent: Agent, tool: string, input: Record<string, unknown> = {}): Promise<string> =>
  (await gate.check({ tool, input, agent })).verdict;
const verdicts = (tool: string, input?: Record<string, unknown>): Promise<string[]> =>
  Promise.all([main, researcher].map((agent) => verdict(agent, tool, input)));

// A rule for everybody.
const tests = { command: 'npm test' };
assert.deepEqual(await verdicts('Bash', tests), ['allow', 'allow']);

// A rule for the main agent alone.
assert.deepEqual(await verdicts('publish'), ['allow', 'deny']);

// The researcher's own rule does not lift it above the agent that started it ...
const page = { url: 'https://docs.example.com/a' };
assert.deepEqual(await verdicts('WebFetch', page), ['deny', 'deny']);

// ... unless the rule says that this was delegated.
assert.deepEqual(await verdicts('search_archive'), ['deny', 'allow']);

// A helper of a helper answers to both. It cannot call itself by another name: your code names it, not the model.
const helper: Agent = { name: 'summariser', parents: ['researcher', 'main'] };
assert.equal(await verdict(helper, 'search_archive'), 'deny');

// With functions: the guard is told which agent calls.
const published: string[] = [];
const publish = guard(gate, { tool: 'publish' }, ({ text }: { text: string }) => published.push(text));
await publish({ text: 'release notes' }, { agent: main });
await assert.rejects(publish({ text: 'something else' }, { agent: researcher }), /publish/);
assert.deepEqual(published, ['release notes']);
process.stdout.write('sub-agents: each by its own rules, none above the agent that started it\n');
