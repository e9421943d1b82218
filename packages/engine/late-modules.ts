/**
 * What few calls need stands in files of its own, which are read when a function in them is first called. Nothing changes for the
 * modules that import it: the bundler puts functions that pass the call on in its place.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

/** File -> the modules by which everything in it is reached. They export functions and nothing else. */
export type LateFiles = Readonly<Record<string, readonly string[]>>;

const parser = realpathSync(join(import.meta.dirname, '../../node_modules/unbash/dist'));

/** Of the engine, whose compiled modules stand in a folder. */
export function lateEngineFiles(folder: string): LateFiles {
  return {
    'late-programs': modulesIn(
      folder,
      'facts/shell/programs/inline-program facts/shell/programs/plain-code facts/shell/programs/shadowing-files',
    ),
    'late-unlisted': modulesIn(folder, 'facts/shell/effects/unlisted/works-on-files'),
    'late-services': modulesIn(folder, 'facts/shell/commands/effects/service-effects'),
    'late-languages': modulesIn(folder, 'facts/shell/commands/effects/language-effects'),
    'late-platforms': modulesIn(folder, 'facts/shell/commands/effects/platform-effects'),
    'late-ecosystems': modulesIn(folder, 'facts/shell/commands/effects/ecosystem-effects'),
    'late-trades': modulesIn(folder, 'facts/shell/commands/effects/trade-effects'),
    'late-devices': modulesIn(folder, 'facts/shell/commands/effects/device-effects'),
    'late-fields': modulesIn(folder, 'facts/shell/commands/effects/field-effects'),
    'late-clouds': modulesIn(
      folder,
      `facts/shell/commands/cloud-clients facts/shell/commands/containers facts/shell/commands/databases
      facts/shell/commands/github facts/shell/commands/warehouses facts/shell/model/sql-query`,
    ),
    'late-servers': modulesIn(folder, 'facts/tools/known-servers'),
    'late-tools': modulesIn(
      folder,
      `facts/shell/commands/build-tools facts/shell/commands/dialogues facts/shell/commands/documents
      facts/shell/commands/environments facts/shell/commands/local-requests facts/shell/commands/network
      facts/shell/commands/runners facts/shell/commands/system`,
    ),
    'late-syntax': [
      ...modulesIn(parser, 'arithmetic ansi-c'),
      ...modulesIn(
        folder,
        `facts/shell/read/evaluate-builtin facts/shell/read/read-compound facts/shell/read/read-test
        facts/shell/read/read-heredocs facts/shell/read/best-effort-scan facts/shell/read/words/read-parameter
        facts/shell/read/words/read-arithmetic facts/shell/read/words/ansi-c facts/shell/read/words/expand-braces
        facts/shell/read/words/number-output facts/shell/model/quiet-values`,
      ),
    ],
    'late-texts': modulesIn(
      folder,
      'facts/shell/model/sed-program facts/shell/model/awk-program facts/shell/model/files-in-program facts/shell/effects/names/names-found',
    ),
    'late-windows': modulesIn(
      folder,
      'facts/paths/windows/windows-path facts/paths/windows/windows-rows facts/paths/windows/windows-part',
    ),
    'late-sessions': modulesIn(
      folder,
      'session/session-part session/orders session/named session/command-targets',
    ),
    'late-sandbox': modulesIn(
      folder,
      'sandbox/part-fit sandbox/denial-held sandbox/derive-profile sandbox/stays-bare sandbox/places-to-keep',
    ),
  };
}

/** By their names in words, in a folder. */
export function modulesIn(folder: string, names: string, ending = 'js'): readonly string[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => join(folder, `${name}.${ending}`));
}

export interface LateOptions {
  /** Another text for importers of these modules. */
  readonly passingOn: (module: string, functions: readonly string[]) => string;
  /** Importers that get the modules themselves. */
  readonly loads?: (importer: string) => boolean;
}

const mark = '\0late:';

export function lateModules(files: LateFiles, { passingOn, loads }: LateOptions): Plugin {
  const late: ReadonlySet<string> = new Set(Object.values(files).flat());
  return {
    name: 'late-modules',
    async resolveId(id, importer, options) {
      if (importer === undefined || importer.startsWith(mark) || loads?.(importer) === true) return undefined;
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      return found !== null && late.has(found.id) ? `${mark}${found.id}` : undefined;
    },
    load(id) {
      // What brings late files is kept, though nothing is imported from it.
      if (loads?.(id) === true) return { code: readFileSync(id, 'utf8'), moduleSideEffects: true };
      if (!id.startsWith(mark)) return undefined;
      const module = id.slice(mark.length);
      return passingOn(module, functionsOf(module));
    },
  };
}

/** What a module exports. */
export function functionsOf(module: string): readonly string[] {
  const { body } = parseAst(readFileSync(module, 'utf8'), { lang: module.endsWith('.ts') ? 'ts' : 'js' });
  return body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') return [];
    const { declaration } = node;
    if (declaration?.type.startsWith('TS') === true) return [];
    if (declaration?.type === 'FunctionDeclaration' && declaration.id) return [declaration.id.name];
    if (declaration?.type === 'VariableDeclaration') {
      const [{ id, init } = {}] = declaration.declarations;
      if (init?.type === 'ArrowFunctionExpression' && id?.type === 'Identifier') return [id.name];
    }
    throw new Error(`${module} exports more than functions: it cannot be loaded late`);
  });
}
