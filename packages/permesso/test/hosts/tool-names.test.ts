import { copilotTools } from '@permesso/engine/internal/policy/formats/copilot/tools';
import { geminiTools } from '@permesso/engine/internal/policy/formats/gemini/tools';
import { opencodeTools } from '@permesso/engine/internal/policy/formats/opencode/tools';
import { describe, expect, test } from 'vitest';
import { hookHosts } from '../../src/hosts/hook/hook-hosts.ts';
import type { Payload } from '../../src/hosts/hook/host.ts';

/** A rule about `Write` is about every tool that writes: `replace` and `edit` are `Edit` as calls. */
const ruleFor = (tool: string): string => (tool === 'Edit' ? 'Write' : tool);

const opencodeRules = new Map(
  Array.from(opencodeTools).flatMap(([name, tool]) => ('rule' in tool ? [[name, tool.rule] as const] : [])),
);

const programs: readonly {
  readonly host: string;
  readonly rules: ReadonlyMap<string, string>;
  readonly payload: (tool: string) => Payload;
}[] = [
  {
    host: 'gemini-cli',
    rules: geminiTools,
    payload: (tool) => ({ hook_event_name: 'BeforeTool', tool_name: tool, tool_input: { a: 1 }, cwd: '/w' }),
  },
  {
    host: 'opencode',
    rules: opencodeRules,
    payload: (tool) => ({ tool, args: { a: 1 }, directory: '/w', servers: [] }),
  },
  { host: 'copilot-cli', rules: copilotTools, payload: (tool) => ({ toolName: tool, toolArgs: { a: 1 } }) },
];

describe.each(programs)('$host', ({ host, rules, payload }) => {
  test('a tool is the same in a call and in a rule', () => {
    const toCall = hookHosts.get(host)?.toCall;
    const both = Array.from(rules).flatMap(([tool, rule]) => {
      const incoming = toCall?.(payload(tool));
      const called = incoming !== undefined && 'calls' in incoming ? incoming.calls[0].tool : 'malformed';
      // Some names are of other versions or permissions: no hook has seen a call of them.
      return called === tool ? [] : [{ tool, called: ruleFor(called), rule: ruleFor(rule) }];
    });
    expect(both.length).toBeGreaterThan(5);
    expect(both.filter(({ called, rule }) => called !== rule)).toEqual([]);
  });
});
