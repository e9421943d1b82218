import type { Sabotage } from '../sabotage.ts';

const profile = ['packages/engine/src/sandbox/derive-profile.test.ts'];
const words = ['packages/gate/test/trusted-code-words.test.ts'];
const offers = ['packages/gate/test/offers.test.ts'];

export const sabotages: readonly Sabotage[] = [
  {
    claim: 'keyctl is refused inside a sandbox',
    file: 'packages/gate/src/sandbox/keyring-filter.ts',
    find: 'calls: [248, 249, 250, 0x40_00_00_f8',
    replace: 'calls: [248, 249, 0x40_00_00_f8',
    tests: ['packages/gate/src/sandbox/keyring-filter.test.ts'],
  },
  {
    claim: 'files that are obeyed later are read-only at any depth',
    file: 'packages/engine/src/sandbox/places-to-keep.ts',
    find: 'isObeyed: isObeyedLater(name)',
    replace: "isObeyed: name === '' && isObeyedLater(name)",
    tests: profile,
    named: 'Finding 7',
  },
  {
    claim: 'at the top of a working directory no file is made that is obeyed later',
    file: 'packages/engine/src/sandbox/places-to-keep.ts',
    find: 'return [...rows, ...free.filter(({ value }) => !named.has(value))];',
    replace: 'return [...rows, ...free.filter(({ value }) => named.has(value))];',
    tests: profile,
    named: 'Finding 7',
  },
  {
    claim: 'words of a command that say that it publishes or deletes bind the rules of trusted code',
    file: 'packages/engine/src/facts/shell/effects/command-part.ts',
    find: '...(risks.length === 0 ? {} : { risks }),',
    replace: '...(risks.length < 99 ? {} : { risks }),',
    tests: words,
    named: 'known to publish or delete',
  },
  {
    claim: 'every program is a runner of tasks unless it is known to take files',
    file: 'packages/engine/src/facts/shell/risks/command-risks.ts',
    find: 'if (namesFiles(program, subcommand)) return none;',
    replace: 'if (namesFiles(program, subcommand) || found.command === undefined) return none;',
    tests: words,
    named: 'no runner runs a task',
  },
  {
    claim: 'what a script of the project says counts as if it were typed',
    file: 'packages/engine/src/facts/shell/effects/shell-parts.ts',
    find: 'return scriptTexts(command, world).flatMap(',
    replace: 'return scriptTexts(command, world).slice(99).flatMap(',
    tests: words,
    named: 'since its script would',
  },
  {
    claim: 'no wide offer covers a call that is known to publish, destroy or lose',
    file: 'packages/engine/src/facts/shell/effects/shell-suggest.ts',
    find: "rule: `Bash(${said}:*) [${effects.join(', ')}]`,",
    replace: 'rule: `Bash(${said}:*)`,',
    tests: offers,
    named: 'no wide offer',
  },
  {
    claim: 'an offer for an MCP tool names verbs, never the whole server',
    file: 'packages/engine/src/facts/tools/mcp-tool.ts',
    find: 'rules: readingRules(reading.server),',
    replace: 'rules: [`mcp__${reading.server}__*`],',
    tests: offers,
    named: 'never the whole server',
  },
  {
    claim: 'lint says what a wide rule also allows',
    file: 'packages/engine/src/policy/lint/also-allows.ts',
    find: 'if (calls.length === 0) return undefined;',
    replace: 'if (calls.length < 999) return undefined;',
    tests: offers,
    named: 'lint says',
  },
];
