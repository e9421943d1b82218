import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const publicSuite = join(import.meta.dirname, '../../corpus');

/** One call of the public suite, with the rules and the mode it is decided under. Plain JSON: it travels to every runtime. */
export interface RuntimeCase {
  readonly id: string;
  readonly call: { readonly tool: string; readonly input: unknown; readonly cwd: string };
  readonly rules: { readonly allow: string[]; readonly ask: string[]; readonly deny: string[] };
  readonly mode: string;
  readonly workingDirectories: readonly string[];
  readonly links: Readonly<Record<string, string>>;
}

/** Evenly from all themes of the suite, or from the files of another folder in its form. */
export function runtimeCases(most: number, corpus: string = publicSuite): readonly RuntimeCase[] {
  const all = globSync('*.jsonl', { cwd: corpus })
    .toSorted()
    .flatMap((name) => readFileSync(join(corpus, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { id, call, cwd, rules, mode, workingDirectories, fs } = JSON.parse(line) as RuntimeCase & {
        readonly cwd: string;
        readonly fs?: { readonly symlinks?: Record<string, string> };
      };
      return { id, call: { ...call, cwd }, rules, mode, workingDirectories, links: fs?.symlinks ?? {} };
    });
  const every = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, at) => at % every === 0).slice(0, most);
}
