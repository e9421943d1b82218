import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { check } from '../src/cli/commands/check.ts';
import { runCommandLine } from '../src/cli/run-command.ts';
import { defineTool, describeMcp, guardedFolders, guardedRows } from '@permesso/engine/facts';
import { createGate } from '@permesso/gate/gate';
import { hosts } from '../src/host-lists/hosts.ts';
import { type Mode, modes } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import { readWorld } from '@permesso/gate/world';

/** Document 002 honours ask rules in every mode; explore refuses what writes, and dontAsk what asks. */
const promised: { readonly [M in Mode]: 'ask' | 'deny' } = {
  default: 'ask',
  acceptEdits: 'ask',
  explore: 'deny',
  bypass: 'ask',
  dontAsk: 'deny',
};

/** Everything that somebody could write to get around it. */
const widest = { allow: ['*', 'Bash', 'Write', 'Read', 'Write(**)', 'Bash(cp:*)', 'Bash(rm:*)'] };

const home = '/home/dev';
const project = '/home/dev/project';
const world = fixedWorld({ workingDirectories: [project, home] });

const gates = new Map(modes.map((mode) => [mode, createGate({ policy: widest, mode, world: () => world })]));

function verdictOf(call: ToolCall, mode: Mode): string {
  return gates.get(mode)?.explain(call).decision.verdict ?? '';
}

const bash = (command: string): ToolCall => ({ tool: 'Bash', input: { command } });

/** Each row as files: the place at home, and something below it in a project. */
function filesOf(path: string): readonly string[] {
  const plain = path
    .replace(/^\*\*\//u, '')
    .replaceAll('**', 'a/b')
    .replaceAll('*', 'x');
  return path.startsWith('**/') ? [`${home}/${plain}`, `${project}/sub/${plain}/below`] : [plain];
}

const places = guardedRows.flatMap(({ paths }) => paths.flatMap(filesOf));

/** As a word of a shell. */
const word = (path: string): string => `'${path}'`;

const ways: { readonly [name: string]: (path: string) => ToolCall } = {
  Write: (path) => ({ tool: 'Write', input: { file_path: path, content: 'x' } }),
  Edit: (path) => ({ tool: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b' } }),
  MultiEdit: (path) => ({ tool: 'MultiEdit', input: { file_path: path, edits: [] } }),
  NotebookEdit: (path) => ({ tool: 'NotebookEdit', input: { notebook_path: path } }),
  apply_patch: (path) => ({
    tool: 'apply_patch',
    input: { patch: `*** Begin Patch\n*** Update File: ${path}\n` },
  }),
  redirection: (path) => bash(`echo x > ${word(path)}`),
  appending: (path) => bash(`echo x >> ${word(path)}`),
  cp: (path) => bash(`cp evil.json ${word(path)}`),
  mv: (path) => bash(`mv evil.json ${word(path)}`),
  'mv away': (path) => bash(`mv ${word(path)} elsewhere`),
  rm: (path) => bash(`rm -rf ${word(path)}`),
  unlink: (path) => bash(`unlink ${word(path)}`),
  ln: (path) => bash(`ln -sf /tmp/evil ${word(path)}`),
  'ln from': (path) => bash(`ln ${word(path)} here`),
  'cp -l': (path) => bash(`cp -l ${word(path)} here`),
  'sed -i': (path) => bash(`sed -i s/ask/allow/ ${word(path)}`),
  tee: (path) => bash(`echo x | tee ${word(path)}`),
  chmod: (path) => bash(`chmod 000 ${word(path)}`),
  truncate: (path) => bash(`truncate -s 0 ${word(path)}`),
  dd: (path) => bash(`dd if=evil of=${word(path)}`),
  curl: (path) => bash(`curl -s -o ${word(path)} https://example.com/x`),
  'git checkout': (path) => bash(`git checkout HEAD~1 -- ${word(path)}`),
  'sudo tee': (path) => bash(`echo x | sudo tee ${word(path)}`),
  'bash -c': (path) => bash(`bash -c "echo x > ${word(path)}"`),
};

describe('every guarded place, in every way, in every mode', () => {
  test.each(Object.entries(ways))('%s', (_name, way) => {
    const wrong: string[] = [];
    for (const path of places)
      for (const mode of modes) {
        const got = verdictOf(way(path), mode);
        if (got !== promised[mode]) wrong.push(`${mode} ${path}: ${got}`);
      }
    expect(wrong).toEqual([]);
    expect(places.length * modes.length).toBeGreaterThan(1000);
  });

  test('also through an MCP tool and a tool of an app, whatever they say of themselves', async () => {
    const tools = [
      describeMcp({ tool: 'mcp__files__write', writes: ['$.path'], readOnly: true }),
      defineTool({
        name: 'save',
        readOnly: true,
        check: () => ({ outcome: 'allow', reason: 'harmless' }),
        touches: ({ path }) => [{ access: 'write', path: String(path) }],
      }),
    ];
    const wrong: string[] = [];
    for (const mode of modes) {
      const gate = createGate({ policy: widest, mode, tools, world: () => world });
      for (const path of places)
        for (const tool of ['mcp__files__write', 'save']) {
          const got = (await gate.check({ tool, input: { path } })).verdict;
          if (got !== promised[mode]) wrong.push(`${mode} ${tool} ${path}: ${got}`);
        }
    }
    expect(wrong).toEqual([]);
  });

  test('reading there is no writing', () => {
    const wrong = places.filter((path) => verdictOf(bash(`cat ${word(path)}`), 'bypass') !== 'allow');
    expect(wrong).toEqual([]);
  });
});

test('whatever init writes for any host is a guarded place', () => {
  const unguarded: string[] = [];
  const guarded = new Set<string>();
  for (const installer of hosts) {
    const registrations = installer.register({
      places: { home, config: `${home}/.config`, project, env: {} },
      programs: { node: '/usr/bin/node', hook: '/opt/hook.cjs', plugin: '/opt/plugin.js' },
      denies: [{ deny: ['Bash(rm:*)', 'Read(**/.env)'] }],
      exists: () => false,
      trust: { key: 'k', hash: 'h' },
    });
    for (const { path } of registrations) {
      guarded.add(installer.name);
      const call: ToolCall = { tool: 'Write', input: { file_path: path, content: '' } };
      if (verdictOf(call, 'bypass') !== 'ask') unguarded.push(`${installer.name}: ${path}`);
    }
    for (const { path } of installer.rules({ home, config: `${home}/.config`, project, env: {} })) {
      const call: ToolCall = { tool: 'Write', input: { file_path: path, content: '' } };
      if (verdictOf(call, 'bypass') !== 'ask') unguarded.push(`${installer.name}: ${path}`);
    }
  }
  expect(unguarded).toEqual([]);
  expect(guarded.size).toBe(hosts.length);
});

describe('ways around', () => {
  test.each([
    'cd ~/.claude && echo x > settings.json',
    'F=~/.claude/settings.json; echo x > "$F"',
    'echo x > ~/.CLAUDE/Settings.JSON',
    'echo x > ~/.claude/./plans/../settings.json',
    'echo x > ~/.claude/set*.json',
    'rm ~/.claude/*',
    'rm .claude/*.json',
    'echo x > ~/.claude/"$NAME"',
    'echo x > ~/.claude/settings"$X"',
    'cp evil/* ~/.claude/',
    'cp -r evil/. .claude',
    'mv evil .claude',
    'ln -s /tmp/evil .claude',
    'ln -s ~/.claude c && echo x > c/settings.json',
    'ln -s ~/.config/opencode o; echo x > o/opencode.json',
    'mv evil .claude/skills/evil',
    'cp -r evil ~/.claude/skills/evil',
    'rsync -a evil/ .codex/',
    'rm -rf ~/.claude',
    'rm -rf ~/.config',
    'rm -rf ~',
    'mv ~/.claude ~/old',
    'mv ~/.config ~/old',
    'find ~/.claude -name settings.json -delete',
    'rm ~/.claude/$X',
    'F=~/.claude/settings.json; rm $F',
    'mytool --output=$HOME/.claude/settings.json',
    'permesso trust --yes',
    'npx permesso thaw',
    'node node_modules/permesso/dist/cli/main.cjs answer 1 allow',
  ])('`%s` asks under bypass', (command) => {
    expect(verdictOf(bash(command), 'bypass')).toBe('ask');
  });
});

describe('what is not a setting', () => {
  test.each([
    'echo x > ~/.claude/plans/plan.md',
    'echo x >> ~/.claude/projects/p/memory/MEMORY.md',
    'echo x > ~/.claude/todos/1.json',
    'mkdir -p ~/.claude/plans .claude',
    'cp a.md ~/.claude/plans/',
    'rm ~/.claude/plans/*.md',
    'echo x > ~/.codex/memories/a.md',
    'echo x > .claude/commands/review.md',
    'echo x > .claude/skills/review/SKILL.md',
    'echo x > .kiro/specs/a.md',
    'echo x > .cursor/rules/a.mdc',
    'echo x > .windsurf/rules/a.md',
    'echo x > ~/.bashrc',
    'echo x > .git/hooks/pre-commit',
    'rm -rf dist node_modules',
    'cp -r src/. .',
    'tar xf a.tgz',
    'python fix.py',
    'git checkout main',
    'git add .claude/settings.json',
    'echo x > "$OUT"',
    'echo x > build/"$OUT"',
    'rm -rf "$DIR"',
    'permesso explain "git push"',
  ])('`%s` runs under bypass', (command) => {
    expect(verdictOf(bash(command), 'bypass')).toBe('allow');
  });

  test('a folder is a container of settings, each by a row', () => {
    const rows = guardedRows.flatMap(({ paths }) => paths);
    for (const folder of guardedFolders)
      expect(rows.some((path) => path.startsWith(`**/${folder}/`))).toBe(true);
  });
});

describe('only a person opens it, for that call alone', () => {
  const call: ToolCall = {
    tool: 'Write',
    input: { file_path: `${home}/.claude/settings.json`, content: '{}' },
    session: 's',
  };
  const other: ToolCall = { ...call, input: { ...call.input, content: '{"hooks":{}}' } };

  test.each<['once' | 'session', string]>([
    ['once', 'ask'],
    ['session', 'allow'],
  ])('%s: the call runs; the same again: %s; another never', async (scope, again) => {
    for (const mode of ['default', 'acceptEdits', 'bypass'] as const) {
      let asked = 0;
      const gate = createGate({
        policy: widest,
        mode,
        world: () => world,
        approver: () => {
          asked += 1;
          return Promise.resolve({ verdict: 'allow', scope });
        },
      });
      expect((await gate.authorize(call)).verdict).toBe('allow');
      expect(asked).toBe(1);
      expect((await gate.check(call)).verdict).toBe(again);
      expect((await gate.check(other)).verdict).toBe('ask');
      expect((await gate.check(call)).suggestions).toEqual([]);
    }
  });
});

describe('on this machine', () => {
  let root = '';
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'permesso-guard-'));
    mkdirSync(join(root, '.claude'));
    writeFileSync(join(root, '.claude/settings.json'), '{}');
    symlinkSync(join(root, '.claude/settings.json'), join(root, 'notes.json'));
    mkdirSync(join(root, 'src'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));

  test.each([
    ['echo x > notes.json', 'ask'],
    ['rm -rf .claude', 'ask'],
    ['mv .claude old', 'ask'],
    ['chmod -R a-r .', 'ask'],
    ['rm -rf src', 'allow'],
    ['cp notes.md .claude/', 'allow'],
    ['cp -r src/. .', 'allow'],
  ])('`%s`: %s under bypass', async (command, verdict) => {
    const gate = createGate({ policy: widest, mode: 'bypass', world: () => readWorld({ root }) });
    expect((await gate.check(bash(command))).verdict).toBe(verdict);
  });

  test('permesso check --mode bypass on a Write to each guarded place: ask', async () => {
    const wrong: string[] = [];
    for (const path of places) {
      const printed: string[] = [];
      const print = (text: string): void => void printed.push(text);
      const call = JSON.stringify({ file_path: path, content: 'x' });
      await runCommandLine(
        ['check', '--no-files', '--mode', 'bypass', '--cwd', root, '--tool', 'Write', call],
        [check],
        { print, complain: print, width: 80 },
      );
      if (!printed.join('\n').startsWith('ask')) wrong.push(`${path}: ${printed.join(' ')}`);
    }
    expect(wrong).toEqual([]);
  });
});
