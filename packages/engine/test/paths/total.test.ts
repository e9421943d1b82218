import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayBeUnder, provenUnder } from '../../src/facts/paths/contains.ts';
import { criticalRemoval } from '../../src/facts/paths/critical.ts';
import type { PathFact } from '../../src/facts/paths/path-fact.ts';
import { protection } from '../../src/facts/paths/protected.ts';
import { resolvePath } from '../../src/facts/paths/resolve.ts';
import { unknownPath } from '../../src/facts/paths/unknown-path.ts';
import { hostOf, readUrl } from '../../src/facts/urls/read-url.ts';
import { coversHost, parseHostPattern, touchesHost } from '../../src/policy/patterns/host-pattern.ts';
import { compileRegex, testRegex } from '../../src/policy/patterns/linear-regex.ts';
import { coversPath, parsePathGlob, touchesPath } from '../../src/policy/patterns/path-glob.ts';
import { fixedWorld } from '../../src/world/fixed-world.ts';

const world = fixedWorld({ links: { '/home/dev/project/l': '/etc', '/home/dev/project/o': 'o' } });
const piece = fc.constantFrom(
  '/',
  '//',
  '..',
  '.',
  '~',
  'a',
  'l',
  'o',
  '.git',
  '*',
  '**',
  '?',
  '[',
  ']',
  '{',
  '}',
  ',',
  '\\',
  '!',
  '-',
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

function factsOf(given: string): readonly PathFact[] {
  const known = resolvePath({ text: given, directory: world.cwd, world });
  const recursive: PathFact = { ...known, recursive: true };
  return [
    known,
    recursive,
    unknownPath({ reason: 'x', before: given, glob: given, directory: world.cwd }),
    { known: false, reason: 'x', starts: given },
    { known: false, reason: 'x', glob: given },
  ];
}

describe('hostile text', () => {
  it('never makes a judgement about paths fail', () => {
    fc.assert(
      fc.property(text, text, (given, rule) => {
        const glob = parsePathGlob(rule);
        for (const path of factsOf(given)) {
          for (const access of ['read', 'write', 'delete'] as const) protection({ path, access, world });
          criticalRemoval({ path, world });
          mayBeUnder(path, world.workingDirectories);
          const isProven = provenUnder(path, world.workingDirectories);
          expect(isProven && !path.known).toBe(false);
          if ('error' in glob) continue;
          const options = { glob, path, anchor: { root: '/srv' }, world };
          // Whatever an allow would cover, a deny of the same text would catch.
          expect([coversPath(options), touchesPath(options)]).not.toEqual([true, 'no']);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('never makes a judgement about hosts or texts fail', () => {
    fc.assert(
      fc.property(text, text, (given, rule) => {
        const pattern = parseHostPattern(rule);
        const url = readUrl(`https://${given}`);
        hostOf(given);
        const isWrong =
          !('error' in pattern) && coversHost(pattern, url) && touchesHost(pattern, url) !== 'yes';
        const regex = compileRegex(rule);
        const answer = 'error' in regex || typeof testRegex(regex, given) === 'boolean';
        return !isWrong && answer;
      }),
      { numRuns: 2000 },
    );
  });
});
