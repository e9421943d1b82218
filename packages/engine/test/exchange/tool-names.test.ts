import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { writeClaude } from '../../src/policy/formats/claude/write.ts';
import { writeGemini } from '../../src/policy/formats/gemini/write.ts';
import { writeOpencode } from '../../src/policy/formats/opencode/write.ts';
import { formats } from '../../src/policy/formats/formats.ts';
import type { Layer } from '../../src/policy/layer.ts';
import { toolsOf } from './program-tools.ts';

/** Every name of a tool that we know of any program, and each as an import writes it. */
const known = [...new Set(Object.values(toolsOf).flat())];
const patterns = [...known, ...known.map((name) => `${name}*`)];

/** Bare names that mean a kind here: all tools that read, write or fetch. */
const isTool = (pattern: string): boolean =>
  !/^(?:Bash|shell|Read|read|Write|write|Edit|WebFetch|url|mcp)$/.test(pattern);

const programs: readonly (readonly [string, (layer: Layer) => readonly string[], readonly string[]])[] = [
  ['Gemini CLI', geminiNames, [...toolsOf.gemini, ...toolsOf.geminiBefore]],
  ['OpenCode', opencodeNames, [...toolsOf.opencode, ...toolsOf.opencodeMore]],
  ['Claude Code', claudeNames, toolsOf.claude],
];

describe.each(programs)('%s', (_title, namesIn, theirs) => {
  test.each(['deny', 'ask', 'allow'] as const)('%s: each exported name is a tool that it has', (verdict) => {
    const foreign = patterns.flatMap((rule) =>
      namesIn({ layer: 'user', [verdict]: [rule] })
        .filter((name) => !theirs.includes(name) && isTool(name))
        .map((name) => `${rule} became ${name}`),
    );
    expect(foreign.filter((line) => !isOwn(line, theirs))).toEqual([]);
  });

  test('what it has under another name is denied under that name', () => {
    const said = Object.fromEntries(
      ['WebFetch*', 'Read*', 'Grep', 'Glob'].map((rule) => [rule, namesIn({ layer: 'user', deny: [rule] })]),
    );
    for (const [rule, names] of Object.entries(said)) expect([rule, names.length > 0]).toEqual([rule, true]);
    expect(namesIn({ layer: 'user', deny: ['somebodys_own_tool'] })).toEqual(['somebodys_own_tool']);
  });
});

test('no other format writes names of tools: what they cannot say is lost, and said so', () => {
  const wordless = formats.filter(
    ({ name, write }) => write !== undefined && !['claude', 'gemini', 'opencode'].includes(name),
  );
  expect(wordless.map(({ name }) => name)).toEqual(['copilot', 'codex', 'vscode', 'cursor']);
  for (const { name, write } of wordless) {
    const { text, losses } = write?.([{ layer: 'user', deny: ['WebFetch*'] }]) ?? { text: 'x', losses: [] };
    expect([name, text.includes('WebFetch')]).toEqual([name, false]);
    expect(losses.some(({ what }) => what === 'deny: WebFetch*')).toBe(true);
  }
});

/** A name that is spelt alike in two programs is not a foreign one. */
function isOwn(line: string, theirs: readonly string[]): boolean {
  return theirs.includes(line.split(' ').at(-1) ?? '');
}

function geminiNames(layer: Layer): readonly string[] {
  const { rule = [] } = parse(writeGemini([layer]).text) as {
    readonly rule?: readonly { readonly toolName: string | readonly string[] }[];
  };
  return rule.flatMap(({ toolName }) => toolName);
}

/** All keys but those that say what no rule names. */
function opencodeNames(layer: Layer): readonly string[] {
  const { permission } = JSON.parse(writeOpencode([layer]).text) as {
    permission: Readonly<Record<string, unknown>>;
  };
  const verdict = layer.deny === undefined ? (layer.ask === undefined ? 'allow' : 'ask') : 'deny';
  const empty = JSON.parse(writeOpencode([]).text) as { permission: Readonly<Record<string, unknown>> };
  return Object.entries(permission)
    .filter(([name, said]) => JSON.stringify(said).includes(verdict) && empty.permission[name] !== said)
    .map(([name]) => name);
}

function claudeNames(layer: Layer): readonly string[] {
  const { permissions } = JSON.parse(writeClaude([layer]).text) as {
    permissions: Readonly<Record<string, readonly string[] | undefined>>;
  };
  return (['deny', 'ask', 'allow'] as const).flatMap((verdict) => permissions[verdict] ?? []);
}
