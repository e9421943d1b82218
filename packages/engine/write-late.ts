import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LateJoin } from './join-modules.ts';
import { functionsOf, lateEngineFiles, lateModules } from './late-modules.ts';

/**
 * The files that are loaded late as modules: `whole.js` brings them all, for entry points that decide at once, `on-demand.js` says how a
 * page loads them.
 */
export function writeLate(made: string, entries: readonly string[]): LateJoin {
  const folder = join(made, 'late');
  const files = lateEngineFiles(made);
  const names = Object.keys(files);
  const write = (name: string, lines: readonly string[]): void =>
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  mkdirSync(folder);
  for (const [name, modules] of Object.entries(files)) {
    const found = modules.map((module, at) => ({
      module,
      own: functionsOf(module).map((each) => [each, `${each}${at}`]),
    }));
    write(`${name}.js`, [
      ...found.map(
        ({ module, own }) =>
          `import { ${own.map((as) => as.join(' as ')).join(', ')} } from ${JSON.stringify(module)};`,
      ),
      // No namespaces: the bundler would add code that makes them.
      `export const late = { ${found.flatMap(({ own }) => own.map(([, as]) => as)).join(', ')} };`,
    ]);
  }
  write('whole.js', [
    "import { putLate } from '../late.js';",
    ...names.flatMap((name, at) => [
      `import { late as late${at} } from './${name}.js';`,
      `putLate(${JSON.stringify(name)}, late${at});`,
    ]),
  ]);
  const loaders = names.map(
    (name) => `${JSON.stringify(name)}: () => import('./${name}.js').then(({ late }) => late)`,
  );
  write('on-demand.js', [
    "import { loadLateBy } from '../late.js';",
    `loadLateBy({ ${loaders.join(', ')} });`,
  ]);
  const deciding = entries.filter((name) => !/^(?:call|world)\//.test(name));
  const wrapped = [...deciding.map((name) => [name, 'whole']), ['page', 'on-demand']] as const;
  for (const [name = '', brought] of wrapped)
    write(`${name.replace('/', '-')}-entry.js`, [
      `import './${brought}.js';`,
      `export * from '../${name}.js';`,
    ]);
  return {
    wrapped: Object.fromEntries(wrapped.map(([name = '']) => [name, `late/${name.replace('/', '-')}-entry`])),
    plugin: lateModules(files, {
      loads: (importer) => dirname(importer) === folder,
      passingOn: (module, functions) => {
        const [name = '', modules = []] =
          Object.entries(files).find(([, each]) => each.includes(module)) ?? [];
        const [file, at] = [`lateFile(${JSON.stringify(name)})`, modules.indexOf(module)];
        return [
          `import { lateFile } from ${JSON.stringify(join(made, 'late.js'))};`,
          ...functions.map(
            (each) => `export function ${each}(...given) { return ${file}.${each}${at}(...given); }`,
          ),
        ].join('\n');
      },
    }),
  };
}
