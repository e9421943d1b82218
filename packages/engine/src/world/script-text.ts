import { isRecord } from '../call/is-record.ts';

/** What `npm run NAME` runs, including its pre and post scripts, one per line. */
export function scriptOf(packageJson: string, name: string): string | undefined {
  const said = parsed(packageJson);
  const scripts = isRecord(said) && isRecord(said['scripts']) ? said['scripts'] : undefined;
  if (scripts === undefined) return undefined;
  const texts = [`pre${name}`, name, `post${name}`].map((each) =>
    Object.hasOwn(scripts, each) ? scripts[each] : undefined,
  );
  const lines = texts.filter((text) => typeof text === 'string');
  return lines.length === 0 ? undefined : lines.join('\n');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // npm refuses such a file too.
    return undefined;
  }
}

/** What `composer run NAME` runs: `@php`, `@composer` and `@other` are expanded; a class method counts as code. */
export function composerScriptOf(composerJson: string, name: string): string | undefined {
  const said = textsIn(composerJson, 'scripts', name)?.filter(
    (text) => !/^[\w\\]+::\w+$|^@putenv\b/u.test(text),
  );
  if (said === undefined || said.length === 0) return undefined;
  return said
    .map((text) => text.replace(/^@(php|composer)\b/u, '$1').replace(/^@(?=[\w:-]+$)/u, 'composer run '))
    .join('\n');
}

/** What `deno task NAME` runs. */
export function denoTaskOf(denoJson: string, name: string): string | undefined {
  return textsIn(denoJson, 'tasks', name)?.join('\n');
}

/** What `nx run PROJECT:NAME` runs, according to the project.json of that project. */
export function nxTargetOf(projectJson: string, name: string): string | undefined {
  const said = parsed(projectJson);
  const target = recordIn(recordIn(said, 'targets'), name);
  const options = recordIn(target, 'options');
  const texts = [target?.['command'], options?.['command'], ...valuesIn(options?.['commands'])]
    .map((each) => (isRecord(each) ? each['command'] : each))
    .filter((text) => typeof text === 'string');
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** A string, a list of strings, or an object with `command`, under a name in an object of the file. */
function textsIn(json: string, key: string, name: string): readonly string[] | undefined {
  const entries = recordIn(parsed(json), key);
  if (entries === undefined || !Object.hasOwn(entries, name)) return undefined;
  const entry = entries[name];
  const list = isRecord(entry) ? [entry['command']] : Array.isArray(entry) ? entry : [entry];
  return list.filter((text) => typeof text === 'string');
}

function recordIn(value: unknown, key: string): Readonly<Record<string, unknown>> | undefined {
  const found = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isRecord(found) ? found : undefined;
}

function valuesIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Patterns of workspace package directories, from package.json, lerna.json or pnpm-workspace.yaml. */
export function workspacePatterns(text: string): readonly string[] {
  const said = parsed(text);
  if (said === undefined)
    return text.split('\n').flatMap((line) => /^\s*-\s*['"]?([^'"#\s]+)/u.exec(line)?.[1] ?? []);
  const { workspaces, packages } = isRecord(said) ? said : {};
  const lists = [workspaces, isRecord(workspaces) ? workspaces['packages'] : undefined, packages];
  return lists.flatMap(valuesIn).filter((each) => typeof each === 'string');
}

/** The lines below `name:` in a Makefile or justfile; the first target if no name is given. */
export function recipeOf(file: string, name: string): string | undefined {
  const lines: string[] = [];
  let wanted = name === '' ? undefined : name;
  let isInside = false;
  for (const line of file.split('\n')) {
    const [, target, needs = ''] = /^@?([\w./-]+)(?:\s[^:]*?)?\s*:(?!=)(.*)$/u.exec(line) ?? [];
    if (target !== undefined) {
      if (wanted === undefined && !target.startsWith('.')) wanted = target;
      isInside = target === wanted;
      if (isInside) lines.push(...neededTargets(needs).map((each) => `make ${each}`));
      continue;
    }
    if (isInside && /^\s+\S/u.test(line)) lines.push(line.trim().replace(/^[@+-]+\s*/u, ''));
  }
  return lines.length === 0 ? undefined : withVariables(lines.join('\n'), file);
}

/** `$(CC) -c a.c`, with the file's value of CC or make's default. Other variables are unknown. */
function withVariables(recipe: string, file: string): string {
  if (!/\$[({]/u.test(recipe)) return recipe;
  const said = new Map(ownVariables);
  for (const [, name = '', value = ''] of file.matchAll(/^(\w+)\s*[:?+]{0,2}=[ \t]*(.*)$/gmu))
    if (value.length <= 200) said.set(name, value.trim());
  const replaced = (text: string): string =>
    text.replaceAll(/\$[({](\w+)[)}]/gu, (whole, name: string) => said.get(name) ?? whole).slice(0, 20_000);
  // A variable may refer to another.
  return replaced(replaced(replaced(recipe)));
}

const ownVariables: readonly (readonly [string, string])[] = [
  ['CC', 'cc'],
  ['CXX', 'c++'],
  ['AR', 'ar'],
  ['RM', 'rm -f'],
  ['MAKE', 'make'],
];

/** Targets that are made first and are not files: `deploy: build push`. */
function neededTargets(text: string): readonly string[] {
  const [before = ''] = text.split(/[#;|&(]/u);
  return before.split(/\s+/u).filter((word) => /^[a-z][\w-]*$/iu.test(word));
}
