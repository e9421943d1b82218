import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileTools } from '@permesso/engine/facts';
import { hookHosts } from '../../packages/permesso/src/host-lists/hook-hosts.ts';
import { hosts } from '../../packages/permesso/src/host-lists/hosts.ts';
import type { Registration } from '../../packages/permesso/src/install/file-change.ts';
import { replaceSection } from '../../packages/permesso/test/page-section.ts';
import { allHosts } from './all-hosts.ts';
import { rawAnswers } from './raw-answers.ts';
import type { Results } from './results.ts';

const file = join(import.meta.dirname, '../../docs/hosts.md');

export function writtenHostsPage(): string {
  return readFileSync(file, 'utf8');
}

export function writeHostsTable(results: Results): void {
  writeFileSync(file, renderHostsTable(results));
}

/** One line for each program, beginning with its name: what it makes of an answer, and how it calls its hook. */
export function renderHostsTable(results: Results): string {
  const answers = replaceSection(writtenHostsPage(), 'answers', tableText(answerRows(results)));
  return replaceSection(answers, 'calls', tableText(callRows()));
}

function tableText([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** What the documents of programs that could not be run here say, each with what `init` registers. */
const documented: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cursor: { 'exit 1': 'blocked', 'exit 2': 'blocked', ask: 'runs', rewrite: 'edited', 'time-out': 'blocked' },
  windsurf: { 'exit 1': 'runs', 'exit 2': 'blocked', silence: 'runs', 'time-out': 'runs' },
  kiro: { 'exit 1': 'runs', 'exit 2': 'blocked', silence: 'runs', 'time-out': 'runs' },
};

/** Answers that nothing of ours puts right. */
function answerRows(results: Results): readonly (readonly string[])[] {
  const rows = hosts.map(({ name, title }) => {
    const { answers, version, measured } = results[name] ?? {};
    const by = answers === undefined ? 'not run, by its documents' : `${version}, ${measured}`;
    const known = answers ?? documented[name] ?? {};
    return [title, by, ...rawAnswers.map((one) => known[one.name] ?? '-')];
  });
  return [['Agent', 'Version, day', ...rawAnswers.map(({ name }) => name)], ...rows];
}

/** What the rows and the installers of the program itself say. */
function callRows(): readonly (readonly string[])[] {
  const rows = hosts.map(({ name, title, register }) => {
    const files = register({
      places: { home: '~', config: '~/.config', project: '.', env: {} },
      programs: { node: '/node', hook: '/hook', plugin: '/opencode-plugin.js' },
      denies: [],
      exists: () => false,
    });
    const place = files.find((one) => eventsIn(one).length > 0) ?? files.find(registersPlugin);
    const events = [...files.flatMap(eventsIn), ...pluginEvent(name)];
    return [title, code(place?.path ?? ''), codes(events), shellText(name), codes(toolTexts(name))];
  });
  return [['Agent', 'Registered in', 'Hooks', 'Shell', 'Tools and their paths'], ...rows];
}

function code(text: string): string {
  return `\`${text}\``;
}

function codes(texts: readonly string[]): string {
  return [...new Set(texts)].map(code).join(' ') || '-';
}

/** By the name of a list, a field of the entry, or the file's own name. */
function eventsIn({ path, pieces }: Registration): readonly string[] {
  return pieces.flatMap((piece) => {
    const [first, event] = 'at' in piece ? piece.at : [];
    if (first === 'hooks' && event !== undefined) return [event];
    const said = /(?:"trigger":"|event = \\?")(\w+)/.exec(JSON.stringify(piece))?.[1];
    return said === undefined ? (/hooks\/(PreToolUse)$/.exec(path)?.slice(1) ?? []) : [said];
  });
}

/** A plug-in that only measures answers to the same event as ours. */
function pluginEvent(name: string): readonly string[] {
  const text = allHosts.find((host) => host.name === name)?.pluginText?.('') ?? '';
  return /['"]((?:before_)?tool[\w.]+)['"]/.exec(text)?.slice(1) ?? [];
}

function registersPlugin({ pieces }: Registration): boolean {
  return pieces.some(({ as }) => as === 'json-item');
}

/** Which shell its commands are read for. */
function shellText(name: string): string {
  const shell = hookHosts.get(name)?.shell;
  if (shell === undefined) return 'any';
  if ('always' in shell) return shell.always;
  return 'told' in shell ? 'its `shell`, else `SHELL`' : codes(shell.variables);
}

/** Each tool that has a name of ours, with the arguments that are read as paths: those in its recorded payloads, where there are any. */
function toolTexts(name: string): readonly string[] {
  const folder = join(import.meta.dirname, '../../packages/permesso/src/hosts', name, 'fixtures');
  const recorded = globSync('*.json', { cwd: folder }).map((one) => readFileSync(join(folder, one), 'utf8'));
  const rows = Array.from(hookHosts.get(name)?.tools.values() ?? []);
  return rows.map(({ theirs, ours, named = {}, directory, each }) => {
    const fields = fileTools.find((tool) => tool.name === ours)?.fields ?? [];
    const listed = each !== undefined && fields.includes(each.as) ? [`${each.of}[]`] : [];
    const renamed = Object.entries(named).flatMap(([from, to]) => (fields.includes(to) ? [from] : []));
    const payloads = recorded.filter((text) => text.includes(`"${theirs}"`));
    const seen = fields.filter((field) => payloads.some((text) => text.includes(`"${field}"`)));
    const own = [listed, renamed, seen, fields].find((some) => some.length > 0) ?? [];
    const paths = [...own, ...(directory === undefined ? [] : [directory])];
    return paths.length === 0 ? theirs : `${theirs}(${paths.join(', ')})`;
  });
}

/** Where a row would send an answer that was seen to run the call. */
export function answerComplaints(name: string, answers: Readonly<Record<string, string>>): readonly string[] {
  const row = hookHosts.get(name);
  return [
    ...(row?.asks === 'host' && answers['ask'] === 'runs' ? ['its row asks, and an ask runs the call'] : []),
    ...(row?.rewrites === true && answers['rewrite'] !== 'edited'
      ? [`its row rewrites, and a rewrite ${answers['rewrite']}`]
      : []),
  ];
}
