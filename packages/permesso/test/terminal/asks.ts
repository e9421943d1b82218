import { readFileSync, writeFileSync } from 'node:fs';
import type { ToolCall } from '@permesso/engine/call';
import { terminalApprover, type TerminalOptions } from '@permesso/gate/approval';
import { createGate, type AuthorizeOptions } from '@permesso/gate/gate';
import type { Layer } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';

/** What a hook process does, small: calls from a file, questions on the terminal, results into a file. */
export interface Asks {
  readonly calls: readonly ToolCall[];
  readonly policy?: Layer;
  readonly history?: readonly ToolCall[];
  readonly how?: AuthorizeOptions;
  readonly terminal?: Pick<TerminalOptions, 'timeout'>;
  readonly result: string;
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('name the file that says what to ask');
// So that a test can signal this very process.
writeFileSync(`${file}.pid`, String(process.pid));
const { calls, policy, history, how, terminal, result } = JSON.parse(readFileSync(file, 'utf8')) as Asks;
const gate = createGate({
  policy: policy ?? {},
  world: () => fixedWorld(),
  approver: terminalApprover({ history: () => history ?? [], ...terminal }),
});
const answers = await Promise.all(
  calls.map(async (call) => {
    const { verdict, answer, grant, guidance, call: run, edited } = await gate.authorize(call, how);
    return {
      verdict,
      answer,
      rules: grant?.rules.map(({ text }) => text),
      guidance,
      ...(edited && { changed: run }),
    };
  }),
);
writeFileSync(result, JSON.stringify(answers));
