import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shell } from '../../src/facts/shell/read/shells/shell-set.ts';
import { name, word } from './grammar-words.ts';
import type { Dialect, Writer } from './grammar-words.ts';

type Sections = ReadonlyMap<string, readonly string[]>;

/**
 * Constructs of one shell, and lookalikes that it reads in its own way, from files of sections. A line is one choice; `⏎` in it is a
 * new line, `«section»` one of that section, and `«list»`, `«word»` and `«name»` come from the common grammar.
 */
function dialectFrom(...files: readonly string[]): Dialect {
  const sections = sectionsIn(files);
  const from =
    (section: string) =>
    (writer: Writer, depth = 0): string =>
      write(section, { sections, writer, depth, victims: [] });
  return {
    command: from('commands'),
    word: from('words'),
    redirection: from('redirections'),
    seeds: sections.get('seeds') ?? [],
  };
}

function sectionsIn(files: readonly string[]): Sections {
  const sections = new Map<string, string[]>();
  for (const file of files) {
    let lines: string[] = [];
    const text = readFileSync(join(import.meta.dirname, 'dialects', `${file}.grammar`), 'utf8');
    for (const line of text.replace(/\n$/, '').split('\n')) {
      const [, section] = /^== (\S+)$/.exec(line) ?? [];
      if (section === undefined) lines.push(line.replaceAll('⏎', '\n'));
      else sections.set(section, (lines = sections.get(section) ?? []));
    }
  }
  return sections;
}

interface Writing {
  readonly sections: Sections;
  readonly writer: Writer;
  readonly depth: number;
  /** Chosen once for a line: the name that is defined is the one that is called. */
  readonly victims: string[];
}

function write(section: string, writing: Writing): string {
  const { sections, writer, depth, victims } = writing;
  if (section === 'list') return writer.list(writer, depth);
  if (section === 'word') return word(writer, depth);
  if (section === 'name') return name(writer);
  const lines = sections.get(section);
  if (lines === undefined) throw new Error(`a grammar has no section ${section}`);
  if (section === 'victim') {
    if (victims.length === 0) victims.push(writer.random.pick(lines));
    return victims.join('');
  }
  return writer.random.pick(lines).replaceAll(/«([\w-]+)»/g, (_, inner: string) => write(inner, writing));
}

const sh = dialectFrom('sh');

export const dialects: Readonly<Record<Shell, Dialect | undefined>> = {
  bash: undefined,
  zsh: dialectFrom('zsh'),
  dash: sh,
  busybox: sh,
  mksh: dialectFrom('sh', 'mksh'),
};
