import { describe, expect, test } from 'vitest';
import { shellParts } from '../src/facts/shell/effects/shell-parts.ts';
import { javascriptUse } from '../src/facts/shell/programs/javascript/javascript-program.ts';
import { quoteWord } from '../src/facts/shell/quote-word.ts';
import { riskInName } from '../src/facts/shell/risks/risk-words.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import { harmlessJavascript } from './inline-programs/javascript-harmless.ts';
import { hostileJavascript } from './inline-programs/javascript-hostile.ts';

function useOf(program: string): string | undefined {
  const use = javascriptUse(program, (name) => riskInName(name) !== undefined);
  return (
    use && [...use.reads, ...use.asks.map((url) => `? ${url}`), ...(use.loads ? ['loads'] : [])].join(', ')
  );
}

describe('JavaScript', () => {
  test.each(hostileJavascript)('%s is not proven', (_, program) => expect(useOf(program)).toBeUndefined());
  test.each(harmlessJavascript)('%s', (program, uses) => expect(useOf(program)).toBe(uses));

  test('a long program takes no long time', () => {
    expect(useOf('['.repeat(4000))).toBeUndefined();
    expect(useOf(`x${'/x'.repeat(3900)}`)).toBeUndefined();
  });
});

function effectsOf(text: string): readonly string[] {
  return shellParts(text, fixedWorld({ plainBelow: () => true, holds: () => [] })).flatMap((part) => [
    ...(part.effects ?? []).map(({ effect }) => effect),
    ...(part.check.outcome === 'safety' ? ['asks'] : []),
  ]);
}

function node(program: string, options = ''): string {
  return `node ${options} -e ${quoteWord(program)}`;
}

describe('a command line with a program for Node.js in it', () => {
  test.each([
    [node('console.log(1)'), 'read'],
    ["node <<'E'\nconsole.log(1)\nE", 'read'],
    [node('console.log(1)', '--input-type=module --no-warnings'), 'read'],
    [node("fetch('http://localhost:3000/')"), 'serve'],
    [node("console.log(require('./src/a').f())"), 'run'],
  ])('%s: %s', (text, effect) => expect(effectsOf(text)).toEqual([effect]));

  test.each([
    ['a variable', 'node -e "console.log($X)"'],
    ['another module first', node('console.log(1)', '-r ./x')],
    ['a loader', node('console.log(1)', '--import ./x')],
    ['two programs', "node -e '1' -p '2'"],
    ['code that the text writes', `echo x > own.js; ${node("console.log(require('./own').f())")}`],
    ['a debugger', node('console.log(1)', '--inspect=0.0.0.0')],
    ['another program', "/tmp/node -e 'console.log(1)'"],
    ['options in a variable', `NODE_OPTIONS='-r ./x' ${node('console.log(1)')}`],
    ['a port that starts programs', node("fetch('http://localhost:2375/x')")],
  ])('%s', (_, text) => expect(effectsOf(text)).toEqual(expect.arrayContaining(['run-other'])));

  test('a file that is protected stays so', () => {
    expect(effectsOf(node("console.log(require('fs').readFileSync('.env', 'utf8'))"))).toContain('asks');
  });
});
