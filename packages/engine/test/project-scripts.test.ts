import { describe, expect, test } from 'vitest';
import { decideCall } from '../src/decision/decide-call.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import { recordedWorld, recordingWorld } from '../src/world/recorded-world.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import { recipeOf, scriptOf } from '../src/world/script-text.ts';
import type { ProjectScript, World } from '../src/world/world.ts';

const scripts: Readonly<Record<string, string>> = {
  'npm test': 'vitest run',
  'npm db:reset': 'prisma migrate reset --force',
  'npm all': 'npm run test && npm run db:reset',
  'npm round': 'npm run round',
  'make deploy': './scripts/deploy.sh production',
  'make ': 'terraform apply -auto-approve',
};

function script({ directory, runner, name }: ProjectScript): string | undefined {
  return directory === '/home/dev/project' ? scripts[`${runner} ${name}`] : undefined;
}

const policy = compilePolicy([
  {
    allow: ['Bash(npm run:*)', 'Bash(npm test:*)', 'Bash(make:*)'],
    ask: ['Bash(prisma migrate reset:*)', 'Bash(./scripts/deploy.sh:*)', 'Bash(terraform apply:*)'],
  },
]);

function verdict(command: string, world: World = fixedWorld({ script })): string {
  return decideCall({ tool: 'Bash', input: { command } }, { policy, world }).verdict;
}

describe('a rule that asks about a command asks about the script that starts it', () => {
  test.each([
    ['npm test', 'allow'],
    ['npm run test', 'allow'],
    ['npm run db:reset', 'ask'],
    ['npm run all', 'ask'],
    ['npm run round', 'allow'],
    ['npm run unknown', 'allow'],
    ['make deploy', 'ask'],
    ['make X=1 deploy', 'ask'],
    ['make', 'ask'],
    ['cd /tmp && npm run db:reset', 'ask'],
  ])('%s: %s', (command, expected) => expect(verdict(command)).toBe(expected));

  test('a script helps no allow rule', () => {
    const only = compilePolicy([{ allow: ['Bash(vitest:*)'] }]);
    const call = { tool: 'Bash', input: { command: 'npm test' } };
    expect(decideCall(call, { policy: only, world: fixedWorld({ script }) }).verdict).toBe('ask');
  });

  test('a recorded world tells the same scripts', () => {
    const { world, record } = recordingWorld(fixedWorld({ script }));
    expect(verdict('npm run db:reset', world)).toBe('ask');
    expect(verdict('npm run db:reset', recordedWorld(record()))).toBe('ask');
  });
});

describe('texts of scripts', () => {
  test('npm runs what stands before and after', () => {
    const text = JSON.stringify({ scripts: { prebuild: 'a', build: 'b', postbuild: 'c' } });
    expect(scriptOf(text, 'build')).toBe('a\nb\nc');
    expect(scriptOf(text, 'constructor')).toBeUndefined();
    expect(scriptOf('{', 'build')).toBeUndefined();
  });

  test('a recipe of make or just', () => {
    const text = 'X := 1\n.PHONY: a\na: b\n\t@echo one\n\t-rm x\n\nb:\n\techo two\n';
    expect(recipeOf(text, 'a')).toBe('make b\necho one\nrm x');
    expect(recipeOf(text, '')).toBe('make b\necho one\nrm x');
    expect(recipeOf(text, 'b')).toBe('echo two');
    expect(recipeOf(text, 'c')).toBeUndefined();
    expect(recipeOf('ci level="x":\n    cargo test\n', 'ci')).toBe('cargo test');
  });
});

test('variables of a makefile stand for what it says of them', () => {
  const text = 'TOOL := ./tools\nPUSH = $(TOOL)/push.sh\nall:\n\t$(CC) -c a.c\n\t$(PUSH) $(OTHER)\n';
  expect(recipeOf(text, 'all')).toBe('cc -c a.c\n./tools/push.sh $(OTHER)');
});
