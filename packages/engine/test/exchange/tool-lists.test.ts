import { describe, expect, test } from 'vitest';
import { writeCopilot } from '../../src/policy/formats/copilot/write.ts';
import { writeGemini } from '../../src/policy/formats/gemini/write.ts';
import { writeOpencode } from '../../src/policy/formats/opencode/write.ts';
import type { Layer } from '../../src/policy/layer.ts';

const hidden: Layer = { tools: { hidden: ['Bash', 'WebFetch', 'mcp__legacy__drop', 'pay', 'Task*'] } };
const visible: Layer = { tools: { visible: ['Bash', 'Read', 'mcp__files__read'], hidden: ['Bash'] } };

function lost({ losses }: ReturnType<typeof writeGemini>): readonly string[] {
  return losses.filter(({ what }) => what.startsWith('tools')).map(({ what, effect }) => `${effect} ${what}`);
}

describe('lists of tools in the names of another program', () => {
  test('Gemini CLI', () => {
    const said = writeGemini([{ allow: ['Bash'], ...hidden }]);
    for (const name of ['"run_shell_command", "ShellTool"', '"web_fetch"', '"drop"', '"pay"'])
      expect(said.text).toMatch(
        new RegExp(String.raw`toolName = (?:\[ )?${name}(?: \])?\ndecision = "deny"\npriority = 300`),
      );
    expect(said.text).toContain('mcpName = "legacy"');
    expect(lost(said)).toEqual(['not-carried tools.hidden: Task*']);
    expect(lost(writeGemini([visible]))).toEqual(['not-carried tools.visible']);
  });

  test('OpenCode', () => {
    const said = writeOpencode([{ allow: ['Bash', 'WebFetch'], ...hidden }]);
    expect(JSON.parse(said.text)).toMatchObject({
      permission: { bash: 'deny', webfetch: 'deny', legacy_drop: 'deny', pay: 'deny' },
    });
    expect(lost(said)).toEqual(['not-carried tools.hidden: Task*']);
    expect(lost(writeOpencode([visible]))).toEqual(['not-carried tools.visible']);
  });

  test('Copilot CLI', () => {
    const said = writeCopilot([hidden]);
    expect(said.text).toContain("--excluded-tools 'bash,shell,powershell,web_fetch,fetch,legacy-drop,pay'");
    expect(lost(said)).toEqual(['not-carried tools.hidden: Task*']);
    expect(writeCopilot([visible]).text).toContain("--available-tools 'view,read,files-read'");
    const unsaid = writeCopilot([{ tools: { visible: ['mcp__*'] } }]);
    expect(unsaid.text).toContain("--available-tools 'none'");
    expect(lost(unsaid)).toEqual(['stricter tools.visible: mcp__*']);
  });
});
