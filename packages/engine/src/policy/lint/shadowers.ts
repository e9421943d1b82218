import { globKeys } from '../patterns/path-glob-key.ts';
import { isLiteralName } from '../patterns/name-glob.ts';
import type { Rule } from '../rules/rule.ts';

/** Finds the few rules that could speak of everything another rule speaks of, so that 10,000 rules stay quick. */
export interface Shadowers {
  readonly of: (rule: Rule) => readonly Rule[];
}

export function shadowersIn(rules: readonly Rule[]): Shadowers {
  const shelves = new Map<string, Rule[]>();
  const put = (key: string, rule: Rule): void => {
    const shelf = shelves.get(key);
    if (shelf === undefined) shelves.set(key, [rule]);
    else shelf.push(rule);
  };
  for (const rule of rules) for (const key of keysOf(rule)) put(key, rule);
  return {
    of: (rule) => [...new Set([...shelvesFor(rule), always].flatMap((key) => shelves.get(key) ?? []))],
  };
}

const always = 'always';

/** Under these the rule stands: whatever it includes is looked up by one of them. */
function keysOf({ pattern }: Rule): readonly string[] {
  switch (pattern.about) {
    case 'kind':
      return [always];
    case 'command': {
      const name = pattern.words[0];
      return [name?.is === 'literal' ? `command ${name.text}` : always];
    }
    case 'path':
      return globKeys(pattern.glob)?.map((key) => `path ${key}`) ?? [always];
    case 'host':
      return [`host ${pattern.host.host}`];
    case 'mcp':
      return [isLiteralName(pattern.server) ? `mcp ${pattern.server}` : always];
    case 'tool':
      return [isLiteralName(pattern.name) ? `tool ${pattern.name}` : always];
  }
}

function shelvesFor({ pattern }: Rule): readonly string[] {
  switch (pattern.about) {
    case 'kind':
      return [];
    case 'command': {
      const name = pattern.words[0];
      return name?.is === 'literal' ? [`command ${name.text}`] : [];
    }
    case 'path': {
      const names = pattern.glob.alternatives.flatMap(({ walk }) =>
        walk.segments.flatMap((segment) => (segment.is === 'literal' ? [`path ${segment.folded}`] : [])),
      );
      return pattern.tool === undefined ? names : [...names, `tool ${pattern.tool}`];
    }
    case 'host': {
      const labels = pattern.host.host.split('.');
      return labels.map((_, at) => `host ${labels.slice(at).join('.')}`);
    }
    case 'mcp':
      return [`mcp ${pattern.server}`];
    case 'tool':
      return [`tool ${pattern.name}`];
  }
}
