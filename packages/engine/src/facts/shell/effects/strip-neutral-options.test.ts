import { describe, expect, test } from 'vitest';
import { fixedWorld } from '../../../world/fixed-world.ts';
import { shellParts } from './shell-parts.ts';
import { literalOf } from '../read/words/word.ts';

function straight(text: string): string | undefined {
  const [{ subject }] = shellParts(text, fixedWorld());
  if (subject.kind !== 'command') throw new Error(`${text} is not a command`);
  return subject.straight?.map((word) => literalOf(word) ?? '?').join(' ');
}

describe('options that say nothing of what it does go behind the names', () => {
  test.each([
    ['npm --silent test', 'npm test --silent'],
    ['npm -w packages/a run build --x', 'npm run build --x -w packages/a'],
    ['npm run -s build', 'npm run build -s'],
    ['pnpm --filter web test', 'pnpm test --filter web'],
    ['git --no-pager commit -m x', 'git commit -m x --no-pager'],
    ['git -C src commit -m x', 'git commit -m x -C src'],
    ['make -j4 test', 'make test -j4'],
    ['cargo -q test', 'cargo test -q'],
    ['kubectl -n a apply -f x', 'kubectl apply -f x -n a'],
    ['npx -y tsc --noEmit', 'npx tsc --noEmit -y'],
    ['npx -y -p evil tsc', 'npx -p evil tsc -y'],
    ['terraform -chdir=infra plan', 'terraform plan -chdir=infra'],
  ])('%s is %s', (text, same) => {
    expect(straight(text)).toBe(same);
  });

  test.each([
    'npm test',
    'npm test --silent',
    'npm --script-shell=./x test',
    'npm --frob test',
    'npm $X test',
    'npm -- test',
    'npm --silent frob',
    'npx -p evil tsc',
    'git -c core.pager=x commit',
    'git -C /tmp/x commit',
    'git --git-dir=x commit',
    'git grep -P x',
    'kubectl --context prod apply',
    'make -f x test',
    'make -C .. test',
    'sudo -E npm test',
    'find -L src',
  ])('%s stays as it is', (text) => {
    expect(straight(text)).toBeUndefined();
  });
});
