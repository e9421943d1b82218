import { commandOf } from '../packages/engine/test/part-of.ts';
import { resolvePath } from '@permesso/engine/facts';
import { formats } from '@permesso/engine/text';
import {
  compileRegex,
  matchesName,
  parsePathGlob,
  parsePattern,
  testRegex,
  touchesCommand,
  touchesPath,
} from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import { rounded } from './measure.ts';

const world = fixedWorld();
const rounds = 7;

/** Work on a text that is hostile to a backtracking matcher, of a size; what is matched is prepared before the clock runs. */
type Work = (size: number) => () => unknown;

const regexWork = (source: string): Work => {
  const regex = compileRegex(source);
  if ('error' in regex) throw new Error(regex.error);
  return (size) => {
    const text = `${'a'.repeat(size * 8000)}!`;
    return () => testRegex(regex, text);
  };
};

const works: Readonly<Record<string, Work>> = {
  'regex ^(a+)+$': regexWork('^(a+)+$'),
  'regex ^(a|aa)+$': regexWork('^(a|aa)+$'),
  'regex (a*)*b': regexWork('(a*)*b'),
  'regex ^(([a-z])+.)+[A-Z]([a-z])+$': regexWork('^(([a-z])+.)+[A-Z]([a-z])+$'),
  'name a*a*...b': (size) => {
    const name = 'a'.repeat(size * 10_000);
    return () => matchesName(`${'a*'.repeat(1000)}b`, name);
  },
  'path **/a/**/a...b': (size) => {
    const glob = parsePathGlob(`//${'**/a/'.repeat(100)}b`);
    const path = resolvePath({ text: `/${'a/'.repeat(size * 100)}a`, directory: world.cwd, world });
    if ('error' in glob) throw new Error(glob.error);
    return () => touchesPath({ glob, path, anchor: { root: '/' }, world });
  },
  'command x * * ... y': (size) => {
    const pattern = parsePattern(`Bash(x ${'* '.repeat(50)}y)`);
    if (!pattern.ok || pattern.value.about !== 'command') throw new Error('not about a command');
    const rule = pattern.value;
    const command = commandOf(`x ${'a '.repeat(size * 400)}`);
    return () => touchesCommand(rule, command);
  },
  ...Object.fromEntries(
    formats.flatMap(({ name, read }) => {
      if (read === undefined) return [];
      const work: Work = (size) => {
        const text = `{"permissions": {"allow": [${'"Bash(a)",'.repeat(size * 400)}"b"]}}`;
        return () => read(text, {});
      };
      return [[`read ${name}`, work]];
    }),
  ),
};

/** How time grows when a hostile text is twice as long: 2 is linear, 4 is quadratic, and a backtracking matcher never ends. */
export function benchHostile(): Record<string, unknown> & { readonly ratio: number } {
  const growth = Object.entries(works).map(([name, work]): readonly [string, number] => {
    const [short, long] = [work(5), work(10)];
    const times = { short: Infinity, long: Infinity };
    for (let round = 0; round < rounds; round++) {
      times.short = Math.min(times.short, timed(short));
      times.long = Math.min(times.long, timed(long));
    }
    return [name, rounded(times.long / times.short)];
  });
  return {
    bench: 'hostile',
    ratio: Math.max(...growth.map(([, each]) => each)),
    limit: 3,
    growth: Object.fromEntries(growth),
  };
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
