/**
 * What few calls need stands in files of its own, which are read when a function in them is first called. Nothing changes for the
 * modules that import it: the bundler puts functions that pass the call on in its place.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { engineModules } from '../engine/build.ts';

const folders = {
  engine: [engineModules, 'js'],
  gate: [join(import.meta.dirname, '../gate/src'), 'ts'],
  own: [join(import.meta.dirname, 'src'), 'ts'],
  protocol: [join(import.meta.dirname, '../protocol/src'), 'ts'],
  unbash: [join(import.meta.dirname, '../../node_modules/unbash/dist'), 'js'],
} as const;

/** Modules by their folder and name, in words. They export functions and nothing else. */
function modulesIn(folder: keyof typeof folders, names: string): readonly string[] {
  const [path, ending] = folders[folder];
  return names
    .trim()
    .split(/\s+/)
    .map((name) => join(path, `${name}.${ending}`));
}

/** File -> the modules by which everything in it is reached. */
export const lateFiles: Readonly<Record<string, readonly string[]>> = {
  'late-programs': modulesIn('engine', 'facts/shell/programs/inline-program'),
  'late-syntax': [
    ...modulesIn('unbash', 'arithmetic ansi-c'),
    ...modulesIn(
      'engine',
      `facts/shell/read/evaluate-builtin facts/shell/read/read-compound facts/shell/read/read-test
      facts/shell/read/read-heredocs facts/shell/read/best-effort-scan facts/shell/read/words/read-parameter
      facts/shell/read/words/read-arithmetic facts/shell/read/words/ansi-c
      facts/shell/model/sql-query facts/shell/model/quiet-values`,
    ),
  ],
  'late-sessions': modulesIn(
    'engine',
    'session/session-part session/orders session/labels session/named session/command-targets',
  ),
  'late-sandbox': [
    ...modulesIn(
      'engine',
      'sandbox/part-fit sandbox/derive-profile sandbox/stays-bare sandbox/places-to-keep',
    ),
    ...modulesIn('gate', 'sandbox/known-sandbox sandbox/call-record'),
  ],
  'late-policies': [
    ...modulesIn(
      'engine',
      `policy/file/parse-policy-file policy/file/edit-text policy/file/edit-sandbox-hosts policy/patterns/linear-regex
      policy/rules/value-test policy/rules/parse-test policy/rules/parse-when policy/lint/subsumes
      policy/name-problems policy/file/test-call policy/instant decision/why-match decision/print-decision
      facts/tools/describe-mcp`,
    ),
    ...modulesIn('gate', 'gate/trust-policy gate/data/layer-from-data'),
  ],
  'late-asking': [
    ...modulesIn('protocol', 'text/show-text'),
    ...modulesIn(
      'gate',
      `approval/channels/terminal/terminal-approver approval/channels/terminal/terminal-lock approval/read-answer
      gate/save-answer`,
    ),
    ...modulesIn(
      'own',
      `bridge/bridge-approver bridge/serve-bridge popup/popup-approver popup/show-popup desktop/notify-desktop
      resident/serve-resident resident/start-resident mods/trusted-mods hook/record-after`,
    ),
  ],
  'late-team': [
    ...modulesIn('protocol', 'bundle/bundle'),
    ...modulesIn('gate', 'team/freshen-bundle team/sync-if-due team/team-options limits/count-call'),
  ],
  'late-git': modulesIn('gate', 'world/git/repository world/read-repository'),
};

const lateModule: ReadonlySet<string> = new Set(Object.values(lateFiles).flat());

const mark = '\0late:';

export const lateModules: Plugin = {
  name: 'late-modules',
  async resolveId(id, importer, options) {
    if (importer === undefined || importer.startsWith(mark)) return undefined;
    const found = await this.resolve(id, importer, { ...options, skipSelf: true });
    return found !== null && lateModule.has(found.id) ? `${mark}${found.id}` : undefined;
  },
  load: (id) => (id.startsWith(mark) ? passingOn(id.slice(mark.length)) : undefined),
};

/** `late` is what the linking of the files replaces. */
function passingOn(module: string): string {
  const functions = functionsOf(module).map(
    (name) =>
      `export function ${name}(...given) { return (found ??= late(() => import(${JSON.stringify(module)}))).${name}(...given) }`,
  );
  return `let found;\n${functions.join('\n')}`;
}

function functionsOf(module: string): readonly string[] {
  const { body } = parseAst(readFileSync(module, 'utf8'), { lang: module.endsWith('.ts') ? 'ts' : 'js' });
  return body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') return [];
    const { declaration } = node;
    if (declaration?.type.startsWith('TS') === true) return [];
    if (declaration?.type === 'FunctionDeclaration' && declaration.id) return [declaration.id.name];
    throw new Error(`${module} exports more than functions: it cannot be loaded late`);
  });
}
