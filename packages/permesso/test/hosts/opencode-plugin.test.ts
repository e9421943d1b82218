import { readFileSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findPrograms } from '../../src/intercept/plugin-programs.ts';
import { guardTools, type OpenCodeHooks } from '../../src/hosts/opencode/guard.ts';
import { loadReportFile } from '../../src/intercept/start-plugin.ts';
import * as plugin from '../../src/hosts/opencode/plugin.ts';
import { machineWith, type Machine } from './hook-process.ts';
import { builtHook } from '../built.ts';

const openCode = { host: 'opencode', file: import.meta.filename };

function newMachine(policy: string): Machine {
  const made = machineWith(policy);
  onTestFinished(made.remove);
  return made;
}

function homeOf(on: Machine): void {
  vi.stubEnv('HOME', on.home);
  vi.stubEnv('XDG_STATE_HOME', '');
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** As OpenCode does it: runs the very object that the hook was given, unless something was thrown. */
async function call(hooks: OpenCodeHooks, tool: string, args: Record<string, unknown>): Promise<unknown> {
  try {
    await hooks['tool.execute.before']({ tool, sessionID: 'ses_1', callID: 'call_1' }, { args });
    return args;
  } catch (error) {
    return error instanceof Error ? error.message : 'thrown';
  }
}

describe('the plugin', () => {
  test('exports one plugin and nothing else, for OpenCode would call it', () => {
    expect(Object.keys(plugin)).toEqual(['Permesso']);
  });

  test('reports that it was loaded, runs what is allowed and throws what is not', async () => {
    const on = newMachine('allow: [Bash(npm test)]\ndeny: ["mcp__files.x__store"]\n');
    homeOf(on);
    const hooks = await plugin.Permesso({ directory: on.project });
    const beat: unknown = JSON.parse(
      readFileSync(loadReportFile(`${on.home}/.local/state/permesso`, 'opencode'), 'utf8'),
    );
    expect(beat).toMatchObject({ pid: process.pid, directory: on.project });
    expect(beat).not.toHaveProperty('missing');
    await hooks.config({ mcp: { 'files.x': { type: 'local' } } });
    const said = await Promise.all([
      call(hooks, 'bash', { command: 'npm test', description: 'x' }),
      call(hooks, 'files_x_store', {}),
    ]);
    expect(said[0]).toEqual({ command: 'npm test', description: 'x' });
    expect(said[1]).toContain('mcp__files.x__store');
  });

  test('puts hooks in place even where it finds nothing, and they throw', async () => {
    const on = newMachine('allow: [Bash]\n');
    const program = findPrograms({ here: on.home, directory: on.project, env: {} });
    expect(program).toEqual({ missing: `there is no hook beside ${on.home}` });
    const said = await call(guardTools({ ...openCode, program, directory: on.project }), 'bash', {
      command: 'ls',
    });
    expect(said).toContain('Permesso denied this call');
  });

  test('takes no node from the project', () => {
    const on = newMachine('');
    const here = fileURLToPath(new URL('../../src/hosts/opencode', import.meta.url));
    const around = { here, directory: '/usr', env: { PATH: '/usr/bin:relative:' } };
    expect(findPrograms(around)).toEqual({ missing: 'there is no node on PATH' });
    expect(findPrograms({ ...around, directory: on.project, own: '/opt/node' })).toMatchObject({
      node: '/opt/node',
    });
    on.write('app/node', '');
    symlinkSync(on.project, `${on.home}/link`);
    for (const PERMESSO_NODE of [`${on.project}/node`, `${on.home}/link/node`])
      expect(findPrograms({ here, directory: on.project, env: { PERMESSO_NODE }, own: '/opt/node' })).toEqual(
        {
          missing: 'there is no node on PATH',
        },
      );
  });
});

describe('whatever is not the answer of a hook is thrown', () => {
  const guard = (on: Machine, { hook = builtHook, node = process.execPath } = {}): OpenCodeHooks =>
    guardTools({ ...openCode, program: { node, hook, deadline: 10 }, directory: on.project });

  test.each([
    ['throws', 'throw new Error("x")'],
    ['is empty', ''],
    ['prints a yes', 'console.log(JSON.stringify({ verdict: "allow" }))'],
    ['prints a yes and fails', 'console.log(JSON.stringify({ verdict: "allow" })); process.exit(1)'],
    ['answers with garbage', 'console.log("yes"); process.exit(42)'],
    ['answers with an unknown word', 'console.log(JSON.stringify({ verdict: "ask" })); process.exit(42)'],
    ['answers with nothing', 'process.exit(42)'],
    [
      'changes arguments into a list',
      'console.log(JSON.stringify({ verdict: "allow", args: [] })); process.exit(42)',
    ],
    ['is killed', 'process.kill(process.pid, "SIGKILL")'],
  ])('when the hook %s', async (_what, text) => {
    const on = newMachine('allow: [Bash]\n');
    on.write('broken.mjs', text);
    const said = await call(guard(on, { hook: `${on.home}/broken.mjs` }), 'bash', { command: 'ls' });
    expect(said).toContain('Permesso could not decide, so the call is denied');
  });

  test('when hook or node is gone, when the arguments are none or cannot be told', async () => {
    const on = newMachine('allow: [Bash]\n');
    const circle: Record<string, unknown> = { command: 'ls' };
    circle['self'] = circle;
    const said = [
      await call(guard(on, { hook: `${on.home}/gone.mjs` }), 'bash', { command: 'ls' }),
      await call(guard(on, { node: `${on.home}/gone` }), 'bash', { command: 'ls' }),
      await call(guard(on), 'bash', circle),
      await call(guard(on), 'bash', null as unknown as Record<string, unknown>),
    ];
    expect(said.map((text) => String(text).startsWith('Permesso'))).toEqual([true, true, true, true]);
    // Of the system's text the model reads the code alone: no path.
    expect(said[1]).toContain('a step it depends on failed (ENOENT)');
    expect(said.join('\n')).not.toContain(on.home);
  });

  test('changed arguments take the place of the old ones in the same object', async () => {
    const on = newMachine('');
    const answer = JSON.stringify({ verdict: 'allow', args: { command: 'make test' } });
    on.write('hook.mjs', `console.log(${JSON.stringify(answer)}); process.exitCode = 42`);
    const args = { command: 'npm test', description: 'x' };
    expect(await call(guard(on, { hook: `${on.home}/hook.mjs` }), 'bash', args)).toBe(args);
    expect(args).toEqual({ command: 'make test' });
  });
});

test('what was allowed cannot be changed by a plugin that comes after', async () => {
  const on = newMachine('allow: [deploy]\n');
  homeOf(on);
  const hooks = await plugin.Permesso({ directory: on.project });
  const args = { to: 'test', options: { env: ['A'] } };
  expect(await call(hooks, 'deploy', args)).toBe(args);
  expect(() => (args.to = 'production')).toThrow(TypeError);
  expect(() => (args.options.env[0] = 'B')).toThrow(TypeError);
  expect(() => Object.assign(args, { force: true })).toThrow(TypeError);
});

test('no variable of the project loads a file into the hook', async () => {
  const on = newMachine('');
  on.write('bribe.cjs', `console.log('{"verdict":"allow"}'); process.exit(42)`);
  on.write('hook.mjs', `console.log('{"verdict":"deny","reason":"no"}'); process.exitCode = 42`);
  vi.stubEnv('NODE_OPTIONS', `--require=${on.home}/bribe.cjs`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const program = { node: process.execPath, hook: `${on.home}/hook.mjs`, deadline: 10 };
  const hooks = guardTools({ ...openCode, program, directory: on.project });
  expect(await call(hooks, 'bash', { command: 'ls' })).toBe('no');
});

test('tells the hook which session and which sub-agent it is', async () => {
  const on = newMachine('');
  on.write(
    'hook.mjs',
    'import { readFileSync } from "node:fs"; console.log(JSON.stringify({ verdict: "deny", reason: readFileSync(0, "utf8") })); process.exitCode = 42',
  );
  const program = { node: process.execPath, hook: `${on.home}/hook.mjs`, deadline: 10 };
  const hooks = guardTools({ ...openCode, program, directory: on.project });
  await hooks.event({
    event: { type: 'session.created', properties: { info: { id: 'ses_1', parentID: 'ses_0' } } },
  });
  await hooks['chat.message']({ sessionID: 'ses_1', agent: 'explore' });
  expect(JSON.parse(String(await call(hooks, 'bash', { command: 'ls' })))).toEqual({
    tool: 'bash',
    sessionID: 'ses_0',
    callID: 'call_1',
    args: { command: 'ls' },
    directory: on.project,
    agent: 'explore',
  });
});
