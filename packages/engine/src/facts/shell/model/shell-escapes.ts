import { literalOf } from '../read/words/word.ts';
import type { Arguments, Refinement } from './model.ts';

/** A language other than shell, and how its text starts a shell or loads code. */
interface EscapeRow {
  readonly names: readonly string[];
  /** The capture group, if any, is shell text. */
  readonly says: readonly RegExp[];
}

const escapes: readonly EscapeRow[] = [
  {
    names: ['psql'],
    says: [
      /\\!\s*([^\n]*)/gu,
      /\\(?:o|out|g|gx|w|write)\b[^\n|]{0,200}\|\s*([^\n]+)/gu,
      /\bprogram\s+(?:'|\$\w*\$)([^'$]*)/giu,
      /\\(?:i|ir|include|setenv|edit|e|ef)\b/gu,
    ],
  },
  {
    names: ['sqlite3', 'duckdb'],
    says: [
      /(?:^|\n)\s*\.(?:sh|she|shel|shell|sy|sys|syst|syste|system)\s+([^\n]*)/gu,
      /(?:^|\n)\s*\.[a-z]{1,20}\b[^\n|]{0,200}\|\s*([^\n"']+)/gu,
      /(?:^|\n)\s*\.(?:lo|loa|load|read|exc|exce|excel|arch\w*)\b/gu,
      /\b(?:load_extension|writefile|edit)\s*\(/giu,
    ],
  },
  {
    names: ['mysql', 'mariadb'],
    says: [
      /\\!\s*([^\n]*)/gu,
      /(?:^|[;\n])\s*(?:system|pager)\s+([^\n;]*)/giu,
      /(?:^|[;\n])\s*(?:source|tee|edit)\s|\\[.PTe]\s/giu,
    ],
  },
  {
    names: ['gdb', 'lldb', 'rr', 'dlv', 'pdb'],
    says: [
      /(?:^|\n)\s*(?:shell|platform shell|!)\s*([^\n]*)/giu,
      /(?:^|\n)\s*(?:make|pipe|\||python|py|pi|guile|source|script)\b/giu,
    ],
  },
  { names: ['expect', 'tclsh', 'wish'], says: [/\b(?:spawn|exec|system)\s+([^\n;\]}]*)/gu] },
  {
    names: ['vim', 'vi', 'nvim', 'gvim', 'view', 'vimdiff', 'ex', 'ed'],
    says: [/(?:^|\n)[^\n!]{0,40}!([^\n]+)/gu],
  },
  { names: ['rpm'], says: [/%\(([^)]*)/gu, /%\{(?:lua|load)/gu] },
];

/** Longer text is not searched: it may contain anything. */
const longest = 20_000;

function rowOf(args: Arguments): EscapeRow | undefined {
  return escapes.find(({ names }) => names.includes(args.path[0] ?? ''));
}

/** Escalates every word that visibly starts a shell from the program's own language. */
export function shellEscapes(args: Arguments): Refinement | undefined {
  const row = rowOf(args);
  if (row === undefined) return undefined;
  const at = args.words.flatMap((word, place) => {
    const text = literalOf(word) ?? '';
    return place > 0 && (text.length > longest || runsIn(text, row).length > 0) ? [place] : [];
  });
  if (at.length === 0) return undefined;
  const why = 'starts a shell or loads code from its own language';
  return { does: 'acts', why, escalations: at.map((place) => ({ at: place, why })) };
}

/** The shell texts in those words and in standard input. */
export function escapedCommands(
  args: Arguments,
  here?: string,
): readonly { readonly shell: string; readonly at: number }[] {
  const row = rowOf(args);
  if (row === undefined) return [];
  const texts = args.words.map((word, at) => ({ text: at === 0 ? '' : (literalOf(word) ?? ''), at }));
  if (here !== undefined) texts.push({ text: here, at: args.words.length });
  return texts
    .filter(({ text }) => text.length <= longest)
    .flatMap(({ text, at }) => runsIn(text, row).map((shell) => ({ shell, at })));
}

/** `-c TEXT`, `-cTEXT` and `--command=TEXT` are equivalent. */
function runsIn(text: string, { says }: EscapeRow): readonly string[] {
  const bare = text.replace(/^(?:--?[\w-]+=|-[A-Za-z](?=\W))/u, '');
  return says.flatMap((shape) => [...bare.matchAll(shape)].map(([, shell]) => shell ?? '')).slice(0, 20);
}
