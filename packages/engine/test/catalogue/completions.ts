import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The sub-commands of a program that public completions know, as words: `compose up`. */
export type Completions = ReadonlyMap<string, ReadonlySet<string>>;

function isWord(text: string): boolean {
  return /^[a-z][\w:.-]*$/iu.test(text);
}

/** What is installed of them; `fig` is a folder with the package `@withfig/autocomplete`. None of their text is kept. */
export function readCompletions(programs: readonly string[], fig: string | undefined): Completions {
  const sources = [fish, bash, ...(fig === undefined ? [] : [figSource(fig)])];
  const zsh = zshSubcommands();
  return new Map(
    programs.map((program) => {
      const found = [...sources.flatMap((source) => source(program)), ...(zsh.get(program) ?? [])];
      return [
        program,
        new Set(found.filter((path) => !/^h(?:elp)?\b/u.test(path) && path.split(' ').every(isWord))),
      ];
    }),
  );
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** `complete -c svn -n __fish_use_subcommand -a 'add commit'`. */
function fish(program: string): readonly string[] {
  const lines = textOf(`/usr/share/fish/completions/${program}.fish`).replaceAll('\\\n', ' ').split('\n');
  const first = /use_subcommand|needs_command|is_first_token|is_nth_token 1\b|no_subcommand/u;
  return lines
    .filter((line) => /^\s*complete\b/u.test(line) && first.test(line) && !/not .*(?:use|no)_sub/u.test(line))
    .flatMap((line) => {
      const said = /\s-(?:a|x?fa|-arguments)[ =]?(?:'([^']*)'|"([^"]*)"|([\w:.-]+))/u.exec(line);
      const list = said?.[1] ?? said?.[2] ?? said?.[3] ?? '';
      return /[($]/u.test(list) ? [] : list.split(/\s+/u).map((each) => each.replace(/\\t.*/su, ''));
    });
}

/** `commands='add commit'`. */
function bash(program: string): readonly string[] {
  const text = textOf(`/usr/share/bash-completion/completions/${program}`);
  const list = /\b(?:commands|cmds|subcommands|mode)=(['"])([^'"$`]+)\1/u.exec(text)?.[2] ?? '';
  return list.split(/\s+/u);
}

/** `commands=( 'add:add a file' ... )`, in files that say `#compdef svn`. */
function zshSubcommands(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const file of globSync('/usr/share/zsh/functions/Completion/*/_*', {
    exclude: (name) => name.endsWith('.zwc'),
  })) {
    const text = readFileSync(file, 'utf8');
    const [, names = ''] = /^#compdef (.*)/u.exec(text) ?? [];
    const list = /\b\w*(?:commands|cmds)=\(\n([^()]+)\n\s*\)/u.exec(text)?.[1] ?? '';
    const words = Array.from(list.matchAll(/^\s*['"]?([a-z][\w-]*):/gmu), ([, name = '']) => name);
    const [program = ''] = names.split(' ').filter((name) => !name.startsWith('-'));
    found.set(program.replace(/=.*/u, ''), words);
  }
  return found;
}

/** The package is code: it is run without anything that Node can withhold, and prints names alone. */
function figSource(folder: string): (program: string) => readonly string[] {
  return (program) => {
    const versions = globSync(join(folder, 'build', program, '*.js'))
      .filter((file) => /\/\d[\d.]*\.js$/u.test(file))
      .toSorted();
    const file = versions.at(-1) ?? join(folder, 'build', `${program}.js`);
    if (!existsSync(file)) return [];
    const said = execFileSync(
      process.execPath,
      [
        '--permission',
        `--allow-fs-read=${folder}`,
        '--input-type=module',
        '-e',
        `const { default: spec } = await import(${JSON.stringify(pathToFileURL(file).href)}); ${printLeaves}`,
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env: {}, cwd: folder },
    );
    return said.split('\n');
  };
}

const printLeaves = `
const names = (one) => [one.name].flat();
const leaves = (one, front) => (one.subcommands ?? []).flatMap((each) =>
  front.length < 2 && each.subcommands?.length > 0
    ? leaves(each, [...front, names(each)[0]])
    : names(each).map((name) => [...front, name].join(' ')));
console.log(leaves(spec, []).join('\\n'));
`;
