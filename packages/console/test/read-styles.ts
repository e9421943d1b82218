import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface StyleRule {
  readonly file: string;
  readonly media: string;
  readonly selector: string;
  /** `name: value`. */
  readonly declarations: readonly string[];
}

/** The rules of all sheets below a folder. Written by the formatter, a sheet has one selector or declaration on a line. */
export function readStyles(source: string): readonly StyleRule[] {
  return globSync('**/*.css', { cwd: source })
    .toSorted()
    .flatMap((file) => rulesIn(file, readFileSync(join(source, file), 'utf8')));
}

export function rulesIn(file: string, sheet: string): readonly StyleRule[] {
  const rules: StyleRule[] = [];
  const around: string[] = [];
  const text = sheet.replaceAll(/\/\*.*?\*\//gs, '');
  for (const [, head = '', mark] of text.matchAll(/([^{}]*)([{}])/g)) {
    const statements = head.split(';').map((each) => each.replaceAll(/\s+/g, ' ').trim());
    const last = statements.pop() ?? '';
    if (mark === '{') {
      around.push(last);
      continue;
    }
    const selector = around.pop() ?? '';
    const declarations = [...statements, last].filter((each) => each !== '');
    const media = around.filter((each) => each.startsWith('@media')).join(' ');
    if (!selector.startsWith('@')) rules.push({ file, media, selector, declarations });
  }
  return rules;
}

export function classesIn(selector: string): readonly string[] {
  return [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
}

/** Every word between quotes, and the beginnings of names that are put together, as `s-` of `s-${kind}`. */
export function wordsInSources(sources: readonly string[]): (name: string) => boolean {
  const words = new Set<string>();
  const beginnings = new Set<string>();
  for (const source of sources) {
    for (const [text] of source.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g))
      for (const [word] of text.matchAll(/[\w-]+/g)) words.add(word);
    for (const [, beginning = ''] of source.matchAll(/[\s"'`]([\w-]+-)\$\{/g)) beginnings.add(beginning);
  }
  return (name) => words.has(name) || [...beginnings].some((beginning) => name.startsWith(beginning));
}

const sizes: readonly (readonly [property: RegExp, token: string, values: readonly number[]])[] = [
  [/^font-size$/, 'text', [11, 12, 13, 14, 16, 20, 24]],
  [/^line-height$/, 'leading', [16, 20, 24, 28, 32]],
  [/^border-radius$/, 'radius', [4, 6, 8]],
  [/^(?:gap|row-gap|column-gap|padding|margin)(?:-\w+)*$/, 'space', [4, 8, 12, 16, 24, 32, 48]],
];

/** The token that a length is written instead of. */
export function tokenFor(declaration: string): string | undefined {
  const [property = '', value = ''] = declaration.split(': ', 2);
  const found = sizes.find(([pattern]) => pattern.test(property));
  const length = value.split(' ').find((each) => found?.[2].some((size) => each === `${size}px`) === true);
  return found === undefined || length === undefined ? undefined : `--${found[1]}-${Number.parseInt(length)}`;
}
