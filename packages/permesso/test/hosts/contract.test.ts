import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hookHosts } from '../../src/hosts/hook-hosts.ts';
import { launchLine } from '../../src/hosts/launcher.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { hookFile, machineWith, runHook, runProcess, type Machine } from './hook-process.ts';
import type { PlayedHost } from './played-host.ts';

const played: readonly PlayedHost[] = [claudeCode, codex];

test('every host with a hook is played', () => {
  expect(played.map(({ name }) => name).sort()).toEqual([...hookHosts.keys()].sort());
});

const base = new URL('../../src/hosts/', import.meta.url);

function fixturesOf(host: string): readonly string[] {
  return readdirSync(new URL(`${host}/fixtures/`, base)).filter((name) => name.endsWith('.json'));
}

/** What the real program sent, for this home and with this command in place of the recorded one. */
function payload(host: string, fixture: string, { machine, command }: Sent): string {
  return readFileSync(fileURLToPath(new URL(`${host}/fixtures/${fixture}`, base)), 'utf8')
    .replaceAll('echo executed > marker.txt', JSON.stringify(command).slice(1, -1))
    .replaceAll('$WS', machine.project)
    .replaceAll('$HOME', machine.home);
}

interface Sent {
  readonly machine: Machine;
  readonly command: string;
}

function newMachine(policy: string): Machine {
  const made = machineWith(policy);
  onTestFinished(made.remove);
  return made;
}

const everything = 'allow: [Bash, Read, Edit, WebFetch, mcp]\n';
const command = 'npm test';

describe.each(played)('$name', ({ name, obeys, tells, rewritten }) => {
  const host = hookHosts.get(name);
  const send = (on: Machine, text: string = command): string =>
    payload(name, 'shell.json', { machine: on, command: text });

  test('runs what is allowed', async () => {
    const on = newMachine(everything);
    expect(obeys(await runHook(name, { machine: on, stdin: send(on) }))).toBe('runs');
  });

  test('blocks what is denied, with a word to the model', async () => {
    const on = newMachine('deny:\n  - rule: Bash(npm test)\n    guidance: Use make instead.\n');
    const ended = await runHook(name, { machine: on, stdin: send(on) });
    expect(obeys(ended)).toBe('blocked');
    expect(tells(ended) ?? 'Use make instead.').toContain('Use make instead.');
  });

  test('never runs what nobody was asked about', async () => {
    const on = newMachine('allow: []\n');
    const ended = await runHook(name, { machine: on, stdin: send(on) }, ['--deadline', '2']);
    expect(obeys(ended)).toBe(host?.asks === 'host' ? 'prompts' : 'blocked');
  });

  test('never runs what nobody may be asked about', async () => {
    const on = newMachine('allow: []\n');
    const ended = await runHook(name, { machine: on, stdin: send(on) }, ['--ask', 'nobody']);
    expect(obeys(ended)).toBe('blocked');
    expect(rewritten(ended)).toBeUndefined();
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'Hello'],
    ['half of it', '{"tool_name": "Ba'],
    ['no object', '[1]'],
    ['null', 'null'],
    ['no fields', '{}'],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0x7b])],
    ['a deep one', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ])('blocks when it was sent %s', async (_what, stdin) => {
    expect(obeys(await runHook(name, { machine: newMachine(everything), stdin }))).toBe('blocked');
  });

  test('blocks when a field of the payload has another type', async () => {
    const on = newMachine(everything);
    const whole = JSON.parse(send(on)) as Record<string, unknown>;
    const fields = ['tool_name', 'tool_input', 'toolName', 'toolArgs', 'tool_call', 'tool_info'];
    const deeds = new Set<string>();
    for (const field of fields.filter((one) => Object.hasOwn(whole, one))) {
      for (const value of [null, 7, [], '']) {
        const stdin = JSON.stringify({ ...whole, [field]: value });
        deeds.add(obeys(await runHook(name, { machine: on, stdin })));
      }
    }
    expect([...deeds]).toEqual(['blocked']);
  });

  test('asks about a tool that it does not know, whatever other tools may do', async () => {
    const on = newMachine(everything);
    const stdin = send(on).replaceAll(/"(?:Bash|bash|run_shell_command|run_commands|Shell)"/g, '"teleport"');
    expect(obeys(await runHook(name, { machine: on, stdin }, ['--deadline', '2']))).not.toBe('runs');
  });

  test.each(fixturesOf(name))('understands %s', async (fixture) => {
    const stdin = payload(name, fixture, { machine: newMachine(''), command });
    const deeds = [];
    for (const policy of [everything, 'deny: [Bash, Read, Edit, WebFetch, mcp]\n']) {
      const on = newMachine(policy);
      const text = payload(name, fixture, { machine: on, command });
      deeds.push(obeys(await runHook(name, { machine: on, stdin: text })));
    }
    expect([stdin.length > 0, ...deeds]).toEqual([true, 'runs', 'blocked']);
  });

  describe('through its launcher', () => {
    const launch = (on: Machine, more: { readonly node?: string; readonly hook?: string } = {}) =>
      runProcess(
        [
          '/bin/sh',
          '-c',
          launchLine({ node: process.execPath, hook: hookFile, host: name, deadline: 10, ...more }),
        ],
        { machine: on, stdin: send(on) },
      );

    test('runs what is allowed and blocks what is denied', async () => {
      expect(obeys(await launch(newMachine(everything)))).toBe('runs');
      expect(obeys(await launch(newMachine('deny: [Bash]\n')))).toBe('blocked');
    });

    test.each([
      ['throws', 'throw new Error("x")'],
      ['is empty', ''],
      ['prints garbage', 'console.log("all is well")'],
      [
        'says yes in every dialect',
        'console.log(JSON.stringify({ decision: "allow", permissionDecision: "allow" }))',
      ],
      ['is killed', 'process.kill(process.pid, "SIGKILL")'],
      ['cannot be parsed', 'const = 1'],
    ])('blocks when the hook %s', async (_what, text) => {
      const on = newMachine(everything);
      on.write('broken.mjs', text);
      expect(obeys(await launch(on, { hook: `${on.home}/broken.mjs` }))).toBe('blocked');
    });

    test('blocks when the hook, or node, is gone', async () => {
      const on = newMachine(everything);
      expect(obeys(await launch(on, { hook: `${on.home}/gone.mjs` }))).toBe('blocked');
      expect(obeys(await launch(on, { node: `${on.home}/gone` }))).toBe('blocked');
    });
  });

  test.each([
    ['the policy is broken', '.config/permesso/policy.yaml', 'deny: [Bash(]\n'],
    ['the policy is not text', '.config/permesso/policy.yaml', '\0\0'],
    ['the state directory is a file', '.local/state/permesso', ''],
  ])('blocks when %s', async (_what, file, text) => {
    const on = newMachine(everything);
    on.write(file, text);
    expect(obeys(await runHook(name, { machine: on, stdin: send(on) }))).toBe('blocked');
  });
});
