import { compileCode, type Layer, type Mode, modes, type Verdict } from '@permesso/engine/policy';
import { describe, expect, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { metaTool } from '@permesso/engine/facts';
import { memoryLog } from '../log/entry/log.ts';
import { gateWith, sh } from '../../test/gate-with.ts';

describe('a hidden tool that is called all the same', () => {
  const layer: Layer = {
    layer: 'project',
    file: 'policy.yaml',
    trusted: true,
    allow: ['*'],
    tools: { visible: ['Read', 'mcp__*', 'invoke'], hidden: ['mcp__legacy__*'] },
  };
  const invoke = metaTool({ tool: 'invoke', name: '$.name', args: '$.args' });
  const gateIn = (mode?: Mode) =>
    gateWith({ policy: compileCode([layer]), tools: [invoke], ...(mode === undefined ? {} : { mode }) });
  const listed: ToolCall = { tool: 'Read', input: { file_path: 'a.ts' } };

  test.each<[string, ToolCall, Verdict]>([
    ['one that is listed', listed, 'allow'],
    ['one that is not listed', sh('ls'), 'deny'],
    ['one that is listed and hidden', { tool: 'mcp__legacy__drop', input: {} }, 'deny'],
    ['one below a listed name', { tool: 'mcp__new__get', input: {} }, 'allow'],
    ['a meta-tool that carries it', { tool: 'invoke', input: { name: 'mcp__legacy__drop' } }, 'deny'],
    ['a meta-tool that carries another', { tool: 'invoke', input: { name: 'mcp__new__get' } }, 'allow'],
  ])('%s', async (_name, call, verdict) => {
    expect((await gateIn().check(call)).verdict).toBe(verdict);
  });

  test.each(modes)('is denied in the mode %s', async (mode) => {
    expect((await gateIn(mode).check(sh('ls'))).verdict).toBe('deny');
  });

  test('the person receives which list it was, the model that there is no such tool', async () => {
    expect(await gateIn().check({ tool: 'mcp__legacy__drop', input: {} })).toMatchObject({
      message:
        'Denied: calls `drop` on the MCP server legacy, which by its name removes things from a remote system. tools.hidden (project, policy.yaml) denies it.',
      guidance: 'There is no tool mcp__legacy__drop here.',
      suggestions: [],
    });
    expect(await gateIn().check(sh('make'))).toMatchObject({
      message:
        'Denied: `make` runs code of this project. tools.visible [Read, mcp__*, invoke] (project, policy.yaml) denies it.',
    });
  });

  test('is on record', async () => {
    const log = memoryLog();
    await gateWith({ policy: compileCode([layer]), log }).authorize(sh('ls'));
    expect(log.entries).toMatchObject([{ type: 'decided', decision: { verdict: 'deny' } }]);
  });
});
