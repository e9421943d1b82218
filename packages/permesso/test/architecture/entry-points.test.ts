import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scanImports } from '../scan-imports.ts';

const repository = join(import.meta.dirname, '../../../..');

interface Border {
  readonly folder: string;
  readonly name: string;
  readonly stages: readonly string[];
  readonly hasIndex: boolean;
}

/** Packages that others reach by one entry point for each stage. */
const borders: readonly Border[] = [
  {
    folder: 'packages/engine/',
    name: '@permesso/engine',
    stages: [
      'call',
      'world',
      'facts',
      'powershell',
      'policy',
      'session',
      'sandbox',
      'decision',
      'text',
      // The whole of it for a page, which loads what a call needs.
      'page',
    ],
    hasIndex: true,
  },
  {
    folder: 'packages/protocol/',
    name: '@permesso/protocol',
    stages: ['shape', 'text', 'approval', 'entry', 'export', 'bundle', 'proof', 'machine', 'console'],
    hasIndex: false,
  },
  {
    folder: 'packages/gate/',
    name: '@permesso/gate',
    stages: [
      'approvers',
      'checks',
      'rules',
      'stores',
      'summary',
      'tools',
      'worker',
      'ai-sdk',
      'mcp',
      'openai-agents',
      'langchain',
      'mastra',
      'claude-agent-sdk',
      'copilot-sdk',
      'guard',
      'interceptor',
      'react',
      'react/card.css',
      'telemetry',
      'sandbox',
      'testing',
      'policy',
      'team',
      'stores/postgres',
      'stores/redis',
      'stores/sqlite',
      'stores/durable-object',
      'messages',
      'world',
      'disk',
      'approval',
      'log',
      'gate',
      'payloads',
      'http',
      'wire',
      'sdks',
      'keep',
      'sandbox-calls',
      'mcp-gateway',
      'team-agent',
      'policy.schema.json',
    ],
    hasIndex: true,
  },
];

/** Imports that reach behind an entry point: by a name that the package does not export, or by a path into its sources. */
function reachingBehind(file: string, text: string): readonly string[] {
  return scanImports(text).imports.flatMap(({ specifier }) => {
    const isPath = specifier.startsWith('.');
    const path = isPath ? posix.join(posix.dirname(file), specifier) : '';
    const isBehind = borders.some(({ folder, name, stages, hasIndex }) =>
      isPath
        ? !file.startsWith(folder) && path.startsWith(`${folder}src/`)
        : (specifier === name && !hasIndex) ||
          (specifier.startsWith(`${name}/`) && !stages.includes(specifier.slice(name.length + 1))),
    );
    return isBehind ? [`${file} imports ${specifier}`] : [];
  });
}

function trackedSources(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mts'], {
    cwd: repository,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => file !== '');
}

describe.each(borders)('$name', ({ folder, stages, hasIndex }) => {
  test('exports one entry point for each stage, and nothing by a wildcard', () => {
    const { exports } = JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, unknown>>;
    };
    const expected = [...(hasIndex ? ['.'] : []), ...stages.map((stage) => `./${stage}`), './package.json'];
    expect(Object.keys(exports).toSorted()).toEqual(expected.toSorted());
  });
});

test('no source, test, bench or script reaches behind an entry point', () => {
  const files = trackedSources();
  expect(files.length).toBeGreaterThan(1500);
  const found = files.flatMap((file) => reachingBehind(file, readFileSync(join(repository, file), 'utf8')));
  expect(found).toEqual([]);
});

test.each([
  ['packages/permesso/src/cli/a.ts', "import { ask } from '@permesso/gate/gate/ask';"],
  ['packages/server/test/a.ts', "import { ask } from '../../gate/src/gate/ask.ts';"],
  ['bench/a.ts', "import { judge } from '../packages/engine/src/decision/judge.ts';"],
  ['packages/gate/src/gate/a.ts', "import { judge } from '@permesso/engine/decision/judge';"],
  ['packages/gate/src/gate/a.ts', "import type { Layer } from '@permesso/engine/internal/policy/layer';"],
  ['packages/server/test/a.ts', "const { x } = await import('../../protocol/src/entry/chain.ts');"],
  ['packages/server/src/a.ts', "import { entries } from '@permesso/protocol';"],
])('%s: %s is noticed', (file, text) => {
  expect(reachingBehind(file, text)).toHaveLength(1);
});

test('inside its own package a file is reached by its path', () => {
  expect(
    reachingBehind('packages/engine/test/a.ts', "import { judge } from '../src/decision/judge.ts';"),
  ).toEqual([]);
});
