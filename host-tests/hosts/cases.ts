import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { answerEdited, answerWith } from './answering.ts';
import type { Case } from './case.ts';
import type { Machine } from './machine.ts';
import { logSaysEnd, logSaysObserved } from './log-says.ts';

export const everything = 'allow: [Bash, Read, Edit, WebFetch, mcp]\n';
/** No rule speaks of the call: a question. */
export const nothing = 'allow: []\n';
/** By which hosts start a sub-agent. */
const agentTools = ['Agent', 'agent', 'invoke_agent', 'spawn_agent', 'task', 'collaboration*'];
const agentRules = agentTools.map((tool) => `  - ${tool}\n`).join('');
const words = 'Use make instead.';
const denied = (rule: string): string => `deny:\n  - rule: ${rule}\n    guidance: ${words}\n`;

/** What is written there is found at the marker. */
function linkMarker({ home, marker }: Machine): void {
  mkdirSync(join(home, 'elsewhere'));
  symlinkSync(join(home, 'elsewhere/marker.txt'), marker);
}

/** What every host must do with every kind of call. */
export const contractCases: readonly Case[] = [
  {
    name: 'no hook',
    about: 'Control: the call runs without a hook, so the hook is what blocks it in the other rows.',
    group: 'contract',
    policy: denied('Bash'),
    withoutHook: true,
    expected: 'runs',
  },
  {
    name: 'allow',
    about: 'A shell command that the policy allows.',
    group: 'contract',
    policy: everything,
    expected: 'runs',
  },
  {
    name: 'deny',
    about: 'A shell command that the policy denies; the model receives the reason.',
    group: 'contract',
    policy: denied('Bash'),
    expected: 'blocked',
    told: words,
  },
  {
    name: 'ask, nobody',
    about: 'A call that needs approval while nobody is available.',
    group: 'contract',
    policy: nothing,
    ask: 'nobody',
    expected: 'blocked',
  },
  {
    name: 'ask, host',
    about: "A call that needs approval, asked in the host's own way, without a terminal.",
    group: 'contract',
    policy: nothing,
    deadline: 2,
    expected: 'blocked',
  },
  {
    name: 'ask, yes',
    about: 'A call that `permesso answer` approves from another process.',
    group: 'contract',
    policy: nothing,
    ask: 'pending',
    meanwhile: answerWith('allow'),
    expected: 'runs',
  },
  {
    name: 'ask, no',
    about: 'A call that `permesso answer` denies, with a comment for the model.',
    group: 'contract',
    policy: nothing,
    ask: 'pending',
    meanwhile: answerWith('deny', '--comment', words),
    expected: 'blocked',
    told: words,
  },
  {
    name: 'rewrite',
    about:
      'An approval with an edited input: the edited call runs, or nothing if the host cannot change the input.',
    group: 'contract',
    policy: 'allow: [Bash, Edit]\nask: [Bash(echo ran)]\n',
    ask: 'pending',
    meanwhile: answerEdited,
    expected: ({ rewrites }) => (rewrites ? 'edited' : 'blocked'),
  },
  {
    name: 'observe',
    about: 'A policy that only observes would deny the call: it runs, and the log says what would have been.',
    group: 'contract',
    policy: `enforce: false\n${denied('Bash')}`,
    expected: 'runs',
    after: logSaysObserved,
  },
  {
    name: 'outcome',
    about: 'The log says how the call ended, where the host has a hook after calls.',
    group: 'contract',
    policy: everything,
    expected: 'runs',
    after: logSaysEnd,
  },
  {
    name: 'read, allow',
    about: 'Reading a file is allowed.',
    group: 'contract',
    call: 'read',
    policy: everything,
    expected: 'runs',
  },
  {
    name: 'read, deny',
    about: 'Reading that file is denied: its content does not reach the model.',
    group: 'contract',
    call: 'read',
    policy: denied('Read(secret.txt)'),
    expected: 'blocked',
    told: words,
  },
  {
    name: 'write, allow',
    about: "Writing a file with the host's own tool is allowed.",
    group: 'contract',
    call: 'write',
    policy: everything,
    expected: 'runs',
  },
  {
    name: 'write, deny',
    about: 'Writing that file is denied.',
    group: 'contract',
    call: 'write',
    policy: `allow: [Bash, mcp]\n${denied('Edit(marker.txt)')}`,
    expected: 'blocked',
    told: words,
  },
  {
    name: 'mcp, allow',
    about: 'A tool of an MCP server, allowed by its server and name.',
    group: 'contract',
    call: 'mcp',
    policy: 'allow: [mcp__marks__mark]\n',
    expected: 'runs',
  },
  {
    name: 'mcp, deny',
    about: 'The same tool denied by its server and name, with all other MCP tools allowed.',
    group: 'contract',
    call: 'mcp',
    policy: `allow: [mcp]\n${denied('mcp__marks__mark')}`,
    expected: 'blocked',
    told: words,
  },
  {
    name: 'sub-agent, allow',
    about: 'A sub-agent runs a shell command that the policy allows for everyone.',
    group: 'contract',
    call: 'agent',
    policy: `allow:\n  - Bash\n  - Edit\n${agentRules}`,
    expected: 'runs',
  },
  {
    name: 'sub-agent, deny',
    about: 'The same command, allowed for the main agent only: the sub-agent is recognised.',
    group: 'contract',
    call: 'agent',
    policy: `allow:\n  - { rule: Bash, agents: [main] }\n  - { rule: Edit, agents: [main] }\n${agentRules}`,
    ask: 'nobody',
    expected: 'blocked',
  },
  {
    name: 'typed input',
    about: 'A command that the policy denies, typed into a shell that is already running.',
    group: 'contract',
    call: 'typed',
    policy: `allow: [Bash, Edit]\n${denied('Bash(echo:*)')}`,
    expected: 'blocked',
  },
  {
    name: 'elsewhere',
    about:
      'A command that edits, started in a directory that the model names, while edits of the project are allowed.',
    group: 'contract',
    call: 'elsewhere',
    policy: 'mode: acceptEdits\n',
    ask: 'nobody',
    before: linkMarker,
    expected: 'blocked',
  },
  {
    name: 'unknown tool',
    about: 'A tool of the host that Permesso does not know, while all known tools are allowed.',
    group: 'contract',
    call: 'unknown',
    policy: everything,
    ask: 'nobody',
    expected: 'blocked',
    told: 'nobody is available',
  },
];
