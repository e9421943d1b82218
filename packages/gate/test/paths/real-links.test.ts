import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PathFact, protection, provenUnder, resolvePath, withRealNames } from '@permesso/engine/facts';
import { readWorld } from '../../src/world/read-world.ts';
import type { World } from '@permesso/engine/world';

let root = '';
let project = '';

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'permesso-links-')));
  project = join(root, 'project');
  mkdirSync(join(project, '.git/hooks'), { recursive: true });
  mkdirSync(join(project, 'src'));
  mkdirSync(join(root, 'outside'));
  writeFileSync(join(project, '.env'), '');
  symlinkSync('../outside', join(project, 'out'));
  symlinkSync('src', join(project, 'in'));
  symlinkSync('.git/hooks', join(project, 'hooks'));
  symlinkSync('../outside/not-yet', join(project, 'dangling'));
  symlinkSync('loop', join(project, 'loop'));
  symlinkSync(project, join(root, 'alias'));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true, maxRetries: 20 });
});

function at(text: string, world: World): PathFact {
  return resolvePath({ text, directory: world.cwd, world });
}

it.each([
  ['src/a.ts', true],
  ['in/a.ts', true],
  ['src/new/deep/a.ts', true],
  ['out/a.ts', false],
  ['out/../src/a.ts', false],
  ['dangling', false],
  ['loop', false],
  ['in/../../outside/x', false],
  ['/proc/self/cwd/a.ts', false],
])('%s is proven to be inside: %s', (text, expected) => {
  const world = readWorld({ root: project });
  expect(provenUnder(at(text, world), world.workingDirectories)).toBe(expected);
});

it('knows a working directory by both its names', () => {
  const world = readWorld({ root: join(root, 'alias') });
  const directories = withRealNames(world.workingDirectories, world);
  expect(provenUnder(at('src/a.ts', world), directories)).toBe(true);
  expect(provenUnder(at('out/a.ts', world), directories)).toBe(false);
});

it('protects what a link leads to and what a directory holds', () => {
  const world = readWorld({ root: project });
  expect(protection({ path: at('hooks/pre-commit', world), access: 'write', world })?.code).toBe(
    'git-config',
  );
  const whole: PathFact = { known: true, written: project, real: project, recursive: true };
  expect(protection({ path: whole, access: 'delete', world })).toBeDefined();
  const source: PathFact = {
    known: true,
    written: join(project, 'src'),
    real: join(project, 'src'),
    recursive: true,
  };
  expect(protection({ path: source, access: 'delete', world })).toBeUndefined();
});

it('decides on what stood there when it looked: a link that is swapped later is seen by the next decision', () => {
  const path = join(project, 'swapped');
  symlinkSync('src', path);
  const before = readWorld({ root: project });
  expect(provenUnder(at('swapped/a.ts', before), before.workingDirectories)).toBe(true);
  symlinkSync('../outside', `${path}.new`);
  renameSync(`${path}.new`, path);
  expect(provenUnder(at('swapped/a.ts', before), before.workingDirectories)).toBe(true);
  const after = readWorld({ root: project });
  expect(provenUnder(at('swapped/a.ts', after), after.workingDirectories)).toBe(false);
});
