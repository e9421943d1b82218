import {
  copilotTools as copilotNames,
  geminiTools as geminiNames,
  opencodeTools as opencodeNames,
} from '@permesso/engine/text';
import { expect, test } from 'vitest';
import { copilotCli } from '@permesso/gate/payloads';
import { geminiCli } from '../../src/hosts/gemini-cli/hook.ts';
import { opencode } from '../../src/hosts/opencode/hook.ts';

/** A rule about `Write` speaks of edits too, a patch needs one, and a rule about `Bash` speaks of every shell's commands. */
const coveredBy = new Map([
  ['PowerShell', 'Bash'],
  ['Edit', 'Write'],
  ['apply_patch', 'Write'],
]);

const opencodeRules = new Map(
  [...opencodeNames].map(([name, tool]) => ['rule' in tool ? name : '', 'rule' in tool ? tool.rule : '']),
);
// Its settings call the patch tool by its older name.
opencodeRules.set('apply_patch', opencodeRules.get('patch') ?? '');

test.each([
  ['gemini-cli', geminiCli.tools, geminiNames],
  ['copilot-cli', copilotCli.tools, copilotNames],
  ['opencode', opencode.tools, opencodeRules],
] as const)('%s: what its settings call a tool, its hook calls the same', (_host, hook, format) => {
  const told = [...hook].filter(([, { ours }]) => ours !== 'unreadable');
  expect(told.length).toBeGreaterThan(5);
  const wrong = told.filter(([theirs, { ours }]) => {
    const rule = format.get(theirs);
    return rule !== ours && rule !== coveredBy.get(ours);
  });
  expect(wrong).toEqual([]);
});
