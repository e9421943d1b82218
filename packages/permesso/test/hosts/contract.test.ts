import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hookHosts } from '../../src/host-lists/hook-hosts.ts';
import type { HookHost } from '@permesso/gate/payloads';
import { failureFor, launchLine } from '../../src/launch/launcher.ts';
import { answerHere, answerTheQuestion, type Sent } from './hook-in-process.ts';
import { bundleHook, type Bundle } from './bundle-hook.ts';
import { machineWith, runProcess, type Machine } from './hook-process.ts';
import { isLack, type Deed, type Fields } from './played-host.ts';
import { playedHosts } from './played-hosts.ts';

test('every host with a hook is played', () => {
  expect(playedHosts.map(({ name }) => name).sort()).toEqual([...hookHosts.keys()].sort());
});

const base = new URL('../../src/hosts/', import.meta.url);

function fixturesOf(host: string): readonly string[] {
  return readdirSync(new URL(`${host}/fixtures/`, base)).filter((name) => name.endsWith('.json'));
}

interface Told {
  readonly machine: Machine;
  readonly command: string;
}

/** What the real program sent, for this home and with this command in place of the recorded one. */
function payload(host: string, fixture: string, { machine, command }: Told): string {
  return readFileSync(fileURLToPath(new URL(`${host}/fixtures/${fixture}`, base)), 'utf8')
    .replaceAll('echo executed > marker.txt', JSON.stringify(command).slice(1, -1))
    .replaceAll('$WS', machine.project)
    .replaceAll('$HOME', machine.home);
}

function newMachine(policy: string): Machine {
  const made = machineWith(policy);
  onTestFinished(made.remove);
  return made;
}

function hostNamed(name: string): HookHost {
  const host = hookHosts.get(name);
  if (host === undefined) throw new Error(`${name} has no hook`);
  return host;
}

let bundle: Bundle;
beforeAll(async () => {
  bundle = await bundleHook();
});
afterAll(() => bundle.remove());

const everything = 'allow: [Bash, Read, Edit, WebFetch, mcp]\n';
const command = 'npm test';

describe.each(playedHosts)('$name', ({ name, obeys, tells, rewritten, bySubAgent, asMcpCall, mcpName }) => {
  const host = hostNamed(name);
  const send = (machine: Machine, text: string = command): string =>
    payload(name, 'shell.json', { machine, command: text });
  const fieldsOf = (machine: Machine): Fields => JSON.parse(send(machine)) as Fields;
  const deed = async (machine: Machine, sent: Pick<Sent, 'text'> & Partial<Sent>): Promise<Deed> =>
    obeys(await answerHere({ host, machine, ...sent }));
  /** A policy and a change of the recorded shell call -> what happens. */
  const happens = async (policy: string, change: (fields: Fields) => Fields): Promise<Deed> => {
    const on = newMachine(policy);
    return await deed(on, { text: JSON.stringify(change(fieldsOf(on))) });
  };

  test('runs what is allowed', async () => {
    const on = newMachine(everything);
    expect(await deed(on, { text: send(on) })).toBe('runs');
  });

  test('blocks what is denied, with a word to the model', async () => {
    const on = newMachine('deny:\n  - rule: Bash(npm test)\n    guidance: Use make instead.\n');
    const ended = await answerHere({ host, machine: on, text: send(on) });
    expect(obeys(ended)).toBe('blocked');
    expect(tells(ended) ?? 'Use make instead.').toContain('Use make instead.');
  });

  test('never runs what nobody was asked about', async () => {
    const on = newMachine('allow: []\n');
    expect(await deed(on, { text: send(on) })).toBe(host.asks === 'host' ? 'prompts' : 'blocked');
  });

  test('never runs what nobody may be asked about', async () => {
    const on = newMachine('allow: []\n');
    const ended = await answerHere({ host, machine: on, text: send(on), ask: 'nobody' });
    expect(obeys(ended)).toBe('blocked');
    expect(rewritten(ended)).toBeUndefined();
  });

  test('runs what a person allowed meanwhile, as that person changed it where the host can', async () => {
    const on = newMachine('allow: ["Bash(make test)"]\n');
    const ended = answerHere({ host, machine: on, text: send(on), ask: 'pending', patience: 10_000 });
    const editable = await answerTheQuestion(on, (may) => ({
      verdict: 'allow',
      scope: 'once',
      ...(may ? { input: { command: 'make test' } } : {}),
    }));
    const reply = await ended;
    expect([obeys(reply), editable]).toEqual(['runs', host.rewrites]);
    const input = JSON.stringify(rewritten(reply) ?? null);
    expect([input.includes('make test'), input.includes('npm test')]).toEqual([host.rewrites, false]);
  });

  test('blocks what a person denied', async () => {
    const on = newMachine('allow: []\n');
    const ended = answerHere({ host, machine: on, text: send(on), ask: 'pending', patience: 10_000 });
    await answerTheQuestion(on, () => ({ verdict: 'deny', comment: 'Not on a Sunday.' }));
    const reply = await ended;
    expect(obeys(reply)).toBe('blocked');
    expect(tells(reply) ?? 'Not on a Sunday.').toContain('Not on a Sunday.');
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'Hello'],
    ['half of it', '{"tool_name": "Ba'],
    ['no object', '[1]'],
    ['null', 'null'],
    ['no fields', '{}'],
    ['no text', Buffer.from([0xff, 0xfe, 0x00, 0x7b]).toString('utf8')],
    ['a deep one', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ])('blocks when it was sent %s', async (_what, text) => {
    expect(await deed(newMachine(everything), { text })).toBe('blocked');
  });

  test('blocks when a field of the payload is gone or has another type', async () => {
    const on = newMachine(everything);
    const whole = fieldsOf(on);
    const telling = [
      'tool_name',
      'tool_input',
      'toolName',
      'toolArgs',
      'tool_call',
      'tool_info',
      'tool',
      'args',
    ];
    const deeds = new Set<string>();
    for (const field of telling.filter((one) => Object.hasOwn(whole, one))) {
      for (const value of [undefined, null, 7, true, [], '', {}]) {
        if (field.toLowerCase().includes('input') || field.endsWith('rgs'))
          if (typeof value === 'object' && value !== null && !Array.isArray(value)) continue;
        deeds.add(await deed(on, { text: JSON.stringify({ ...whole, [field]: value }) }));
      }
    }
    expect([...deeds]).toEqual(['blocked']);
  });

  test('never runs a shell call that holds no command', async () => {
    const on = newMachine(everything);
    const text = send(on).replaceAll(/"(?:command|commands|command_line)":/g, '"cmd":');
    expect(text).toContain('"cmd":');
    expect(await deed(on, { text })).not.toBe('runs');
  });

  test('asks about a tool that it does not know, whatever other tools may do', async () => {
    const on = newMachine(everything);
    const names = /"(?:Bash|bash|exec|run_shell_command|run_commands|Shell|execute_bash|pre_run_command)"/g;
    const text = send(on).replaceAll(names, '"teleport"');
    expect(text).toContain('"teleport"');
    expect(await deed(on, { text })).not.toBe('runs');
  });

  test.each(fixturesOf(name))('understands %s', async (fixture) => {
    const deeds = [];
    for (const policy of [everything, 'deny: [Bash, Read, Edit, WebFetch, mcp]\n']) {
      const on = newMachine(policy);
      deeds.push(await deed(on, { text: payload(name, fixture, { machine: on, command }) }));
    }
    expect(deeds).toEqual(['runs', 'blocked']);
  });

  test('tells a sub-agent from the main agent, where the host does', async () => {
    const policy = 'allow: [Bash]\ndeny:\n  - rule: Bash\n    agents: [worker]\n';
    const by = (agent: string) => (fields: Fields) =>
      isLack(bySubAgent) ? fields : bySubAgent(fields, agent);
    expect(await happens(policy, (fields) => fields)).toBe('runs');
    expect(await happens(policy, by('helper'))).toBe('runs');
    // Without a word about agents it counts as the main agent, whose ceiling holds for all.
    expect(await happens(policy, by('worker'))).toBe(isLack(bySubAgent) ? 'runs' : 'blocked');
    const ceiling = 'allow: [Bash]\ndeny:\n  - rule: Bash\n    agents: [main]\n';
    expect(await happens(ceiling, by('worker'))).toBe('blocked');
  });

  const mcp =
    (server: string, tool: string) =>
    (fields: Fields): Fields =>
      asMcpCall(fields, { server, tool, input: { path: 'marker.txt' } });

  test('knows an MCP tool by server and name', async () => {
    const mine = mcp('files', 'store');
    expect(await happens('allow: [mcp]\n', mine)).toBe('runs');
    expect(await happens('allow: [mcp]\ndeny: [mcp__files__store]\n', mine)).not.toBe('runs');
    expect(await happens('allow: [mcp]\ndeny: [mcp__files]\n', mine)).not.toBe('runs');
    expect(await happens('allow: [mcp]\ndeny: [mcp__files__other]\n', mine)).toBe('runs');
    expect(await happens('allow: [mcp__other__store]\n', mine)).not.toBe('runs');
    const exact = await happens('allow: [mcp__files__store]\n', mine);
    // Where the server is not told, no rule about one server can prove anything.
    expect(exact === 'runs').toBe(!isLack(mcpName));
  });

  test('an MCP call that names a denied file is blocked, no matter who serves it', async () => {
    const reading =
      (path: string) =>
      (fields: Fields): Fields =>
        asMcpCall(fields, { server: 'files', tool: 'read_text_file', input: { path } });
    const policy = 'allow: [mcp]\ndeny: ["Read(**/.env*)"]\n';
    expect(await happens(policy, reading('.env'))).toBe('blocked');
    expect(await happens(policy, reading('/home/dev/project/x/../.env.local'))).toBe('blocked');
    expect(await happens(policy, reading('file:///home/dev/project/.env'))).toBe('blocked');
    expect(await happens(policy, reading('README.md'))).toBe('runs');
  });

  test('takes no server for another whose name looks like it', async () => {
    const joint = typeof mcpName === 'object' && 'joinedBy' in mcpName ? mcpName.joinedBy : '-';
    const impostor = mcp(`files${joint}b`, 'store');
    expect(await happens(`allow: ["files(b${joint}store)"]\n`, impostor)).not.toBe('runs');
    expect(await happens(`allow: ["mcp__files__*"]\n`, impostor)).not.toBe('runs');
    expect(await happens(`allow: [mcp]\ndeny: ["files${joint}b(store)"]\n`, impostor)).not.toBe('runs');
  });

  describe('through its launcher', () => {
    const launch = (on: Machine, more: { readonly node?: string; readonly hook?: string } = {}) =>
      runProcess(
        [
          '/bin/sh',
          '-c',
          launchLine({
            node: process.execPath,
            hook: bundle.hook,
            host: name,
            deadline: 10,
            ...failureFor(host),
            ...more,
          }),
        ],
        { machine: on, stdin: send(on) },
      );

    test('runs what is allowed and blocks what is denied', async () => {
      const policies = [everything, 'deny: [Bash]\n'];
      const ended = await Promise.all(policies.map((policy) => launch(newMachine(policy))));
      expect(ended.map(obeys)).toEqual(['runs', 'blocked']);
    });

    test.each([
      ['throws', 'throw new Error("x")'],
      ['is empty', ''],
      ['prints garbage', 'console.log("all is well")'],
      [
        'says yes in every dialect',
        'console.log(JSON.stringify({ decision: "allow", permission: "allow", permissionDecision: "allow" }))',
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
    expect(await deed(on, { text: send(on) })).toBe('blocked');
  });
});
