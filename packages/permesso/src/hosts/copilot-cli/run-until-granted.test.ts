import { expect, test } from 'vitest';
import { createGate } from '@permesso/gate/gate';
import type { Layer } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import { runUntilGranted, type RunOptions, type RunResult } from './run-until-granted.ts';

/** A run in which a model wants these commands, as Copilot CLI 1.0.102 reported one. */
function report(commands: readonly string[], flags: readonly string[]): readonly string[] {
  return [
    'a line that is not JSON',
    '{"type":"session.skills_loaded","data":{}}',
    ...commands.flatMap((command, at) => {
      const toolCallId = `call_${at}`;
      const isAllowed = flags.includes(`shell(${command.split(' ')[0]})`);
      const start = { toolCallId, toolName: 'bash', arguments: { command, description: 'x' }, turnId: '0' };
      const end = isAllowed
        ? { toolCallId, success: true }
        : { toolCallId, success: false, error: { code: 'denied', message: 'Permission denied' } };
      return [
        JSON.stringify({ type: 'tool.execution_start', data: start }),
        JSON.stringify({ type: 'tool.execution_complete', data: end }),
      ];
    }),
    '{"type":"assistant.message","data":{"content":"that is all"}}',
    '{"type":"result","exitCode":0}',
  ];
}

interface Played {
  readonly result: RunResult;
  readonly started: readonly (readonly string[])[];
  readonly said: readonly string[];
  readonly asked: readonly string[];
}

async function play(
  commands: readonly string[] | ((run: number) => readonly string[]),
  { policy, ...rest }: Partial<RunOptions> & { readonly policy: Layer },
): Promise<Played> {
  const started: (readonly string[])[] = [];
  const said: string[] = [];
  const asked: string[] = [];
  const gate = createGate({
    policy,
    world: () => fixedWorld({ cwd: '/w', home: '/home/u' }),
    approver: ({ call }) => {
      asked.push(String(call.input['command']));
      return Promise.resolve({ verdict: 'allow', scope: 'once' });
    },
  });
  const result = await runUntilGranted({
    start: (flags) => {
      started.push(flags);
      const wanted = typeof commands === 'function' ? commands(started.length) : commands;
      return Promise.resolve({ lines: report(wanted, flags), exitCode: 0 });
    },
    flags: ['--deny-tool', 'shell(rm:*)'],
    gateFor: () => ({ gate, asks: 'ours', close: () => undefined }),
    mayWiden: () => Promise.resolve(true),
    attempts: 3,
    cwd: '/w',
    tell: (line) => said.push(line),
    signal: new AbortController().signal,
    ...rest,
  });
  return { result, started, said, asked };
}

test('asks about what was refused, and starts again with what was granted', async () => {
  const { result, started, asked, said } = await play(['touch a'], { policy: { ask: ['Bash(touch:*)'] } });
  expect(result).toEqual({ ended: 'done', exitCode: 0, runs: 2 });
  expect(started).toEqual([
    ['--deny-tool', 'shell(rm:*)'],
    ['--deny-tool', 'shell(rm:*)', '--allow-tool', 'shell(touch)'],
  ]);
  expect(asked).toEqual(['touch a']);
  expect(said).toContain('that is all');
});

test('what the policy refuses is not asked about and stays refused', async () => {
  const { result, started, asked, said } = await play(['rm a'], { policy: { deny: ['Bash(rm:*)'] } });
  expect(result).toEqual({ ended: 'refused', exitCode: 0, runs: 1 });
  expect(started.length).toBe(1);
  expect(asked).toEqual([]);
  expect(said.some((line) => line.startsWith('refused: bash'))).toBe(true);
});

test('a yes to a call is no yes to what Copilot would make of it', async () => {
  const widened: string[] = [];
  const { result, started } = await play(['touch a'], {
    policy: { ask: ['Bash(touch:*)'] },
    mayWiden: ({ rule }) => {
      widened.push(rule);
      return Promise.resolve(false);
    },
  });
  expect(widened).toEqual(['Bash(touch:*)']);
  expect(result.ended).toBe('refused');
  expect(started.flat()).not.toContain('--allow-tool');
});

test('is asked once, however often the same call is refused', async () => {
  const { asked, result } = await play(['touch a', 'touch a', 'sleep 1 && touch b'], {
    policy: { ask: ['Bash(touch:*)'] },
  });
  expect(asked).toEqual(['touch a', 'sleep 1 && touch b']);
  expect(result).toEqual({ ended: 'refused', exitCode: 0, runs: 2 });
});

test('ends after so many runs, whatever it still wants', async () => {
  const { result, started } = await play((run) => [`tool${run} x`], { policy: {}, attempts: 3 });
  expect(result).toEqual({ ended: 'bound', exitCode: 0, runs: 3 });
  expect(started.length).toBe(3);
});

test('a report that cannot be read grants nothing', async () => {
  const { result, started } = await play([], {
    policy: {},
    start: () =>
      Promise.resolve({
        lines: [
          '{"type":"tool.execution_start","data":{"toolCallId":"1","toolName":5}}',
          '{"type":"tool.execution_complete","data":{"toolCallId":"1","success":false,"error":{"code":"denied"}}}',
          '{"type":"tool.execution_complete","data":{"toolCallId":"2","success":false,"error":{"code":"denied"}}}',
          '{"type":',
        ],
        exitCode: 0,
      }),
  });
  expect(result.ended).toBe('refused');
  expect(started).toEqual([]);
});
