import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    pages: string;
  }
}

/**
 * The pages are built once for all files of tests: each build takes seconds of processor time. In a process of its own, since
 * a build inside the test runner leaves it without any test files.
 */
export function setup(project: TestProject): () => void {
  const pages = mkdtempSync(join(tmpdir(), 'permesso-pages-'));
  const root = join(import.meta.dirname, '..');
  execFileSync(
    process.execPath,
    [join(root, '../../node_modules/vite/bin/vite.js'), 'build', '--outDir', pages, '--logLevel', 'error'],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  project.provide('pages', pages);
  return () => rmSync(pages, { recursive: true, force: true, maxRetries: 20 });
}
