import { isRecord } from '../call/is-record.ts';

/** What `npm run NAME` runs, with what npm runs before and after it, one on each line. */
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

/** The lines below `name:` in a Makefile or justfile, of the first target where none is named. */
export function recipeOf(file: string, name: string): string | undefined {
  const lines: string[] = [];
  let wanted = name === '' ? undefined : name;
  let isInside = false;
  for (const line of file.split('\n')) {
    const target = /^@?([\w./-]+)(?:\s[^:]*?)?\s*:(?!=)/u.exec(line)?.[1];
    if (target !== undefined) {
      if (wanted === undefined && !target.startsWith('.')) wanted = target;
      isInside = target === wanted;
      continue;
    }
    if (isInside && /^\s+\S/u.test(line)) lines.push(line.trim().replace(/^[@+-]+\s*/u, ''));
  }
  return lines.length === 0 ? undefined : lines.join('\n');
}
