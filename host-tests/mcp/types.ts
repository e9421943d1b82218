import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases.ts';

const repository = join(import.meta.dirname, '../..');
const sources = join(repository, 'packages/gate/src');

const options = {
  strict: true,
  target: 'es2024',
  lib: ['es2024', 'dom'],
  module: 'nodenext',
  types: ['node'],
  typeRoots: [join(repository, 'node_modules/@types')],
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  customConditions: ['@permesso/source'],
  paths: {
    '@permesso/gate': [join(sources, 'index.ts')],
    '@permesso/gate/mcp': [join(sources, 'mcp/mcp.ts')],
  },
};

/** What an app writes, against the types of the real SDKs: right use compiles, wrong use does not. */
export function typeCase(folder: string): Case {
  return {
    name: 'types of both SDKs',
    run: () => {
      cpSync(join(import.meta.dirname, 'fixtures/guarded-client.ts'), join(folder, 'guarded-client.ts'));
      const config = { compilerOptions: options, files: ['guarded-client.ts'] };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const { stdout, status } = spawnSync(join(repository, 'node_modules/.bin/tsc'), ['-p', folder], {
        encoding: 'utf8',
        timeout: 120_000,
      });
      assert.equal(status, 0, stdout);
      return Promise.resolve();
    },
  };
}
