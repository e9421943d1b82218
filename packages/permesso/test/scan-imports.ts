export interface Import {
  readonly specifier: string;
  /** Erased by the compiler: it brings a name, not code. */
  readonly typeOnly: boolean;
}

export interface Scan {
  readonly imports: readonly Import[];
  /** The source without comments, text and regular expressions: what is left are names. */
  readonly code: string;
}

const comment = String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`;
const quoted = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`;
const template = '`(?:\\\\[\\s\\S]|[^`\\\\])*`';
// A slash opens a regular expression only where a value may begin; elsewhere it divides.
const regex = String.raw`(?<=(?:^|[(,=:[!&|?{};+*%<>~^-]|\b(?:return|case|typeof))\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/\w*`;
const token = new RegExp([comment, quoted, template, regex].join('|'), 'g');

const staticImport =
  /(?:^|;)\s*(?:import|export)\b\s*(type\b(?!\s*(?:,|from\b)))?(?:[\w\s{},*$]*?\bfrom\b)?\s*(['"])([^'"]+)\2/gm;
const dynamicImport = /\bimport\s*\(\s*(?:(['"])([^'"]+)\1)?/g;

/** The specifier of a dynamic import that is computed, so that no check can follow it. */
export const computed = '<computed>';

/**
 * Reads imports without a parser: enough for formatted sources, and no dependency. The linter holds the same
 * walls with a real one.
 */
export function scanImports(source: string): Scan {
  const withText = source.replace(token, (found) => (/^['"]/.test(found) ? found : blank(found)));
  const imports = [
    ...Array.from(withText.matchAll(staticImport), ([, type, , specifier]) => ({
      specifier: specifier ?? '',
      typeOnly: type !== undefined,
    })),
    ...Array.from(withText.matchAll(dynamicImport), ([, , specifier]) => ({
      specifier: specifier ?? computed,
      typeOnly: false,
    })),
  ];
  return { imports, code: source.replace(token, blank) };
}

/** Keeps what a template runs, and the line breaks. */
function blank(found: string): string {
  if (found.startsWith('`'))
    return Array.from(found.matchAll(/\$\{([^}]*)/g), ([, run]) => ` ${run} `).join(';');
  return found.replace(/[^\n]/g, ' ');
}
