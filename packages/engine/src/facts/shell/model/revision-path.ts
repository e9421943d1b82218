import { literalOf, type Word } from '../read/words/word.ts';

/**
 * The files that a git revision or pathspec may mean: `HEAD:.env`, `:0:.env`, `:(icase).ENV`, `*.pem`. A wildcard of git
 * matches slashes and leading dots, so each git pattern becomes shell patterns for any depth.
 */
export function revisionPaths(word: Word): readonly Word[] {
  const text = literalOf(word);
  if (text === undefined) return [word];
  const { span } = word;
  const path = pathIn(text);
  if (path === '') return [];
  if (!/[*?[]/u.test(path) || path.includes('^{')) return [{ kind: 'literal', text: path, span }];
  return patternsFor(path).map((glob) => ({
    kind: 'unknown',
    reason: `glob ${glob}`,
    starts: '',
    count: 'one',
    span,
  }));
}

/** The path after magic (`:(top)x`, `:/x`, `:!x`), a stage (`:0:x`) or a revision (`HEAD:x`). */
function pathIn(text: string): string {
  const magic = /^:(?:\([a-z,:=!]*\)|[!/^]+|[0-3]:|)(.*)$/su.exec(text);
  if (magic !== null) return magic[1] ?? '';
  return text.slice(text.indexOf(':') + 1);
}

/** Source file endings: a hidden file with one of these contains no secret. */
const sources =
  /^\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|rb|java|kt|swift|php|cs|c|h|cc|cpp|hpp|sh|sql|md|mdx|rst|css|scss|less|html|snap|lock|lockfile|toml|exs?|[eh]rl|eex|heex|gleam|p[lm]|t|raku|nf|smk|wdl|cwl|[rR]|[rRq]md|jl|l?hs|mli?|scala|sc|clj[cs]?|edn|groovy|gradle|kts|dart|lua|nim|cr|zig|s?v|svh|vhdl?|f|f\d\d|ad[bs]|pas|d|fsx?|vb|elm|purs|res|sol|move|cairo|cuh?|mm?|asm|s|S|ld|ino|proto|thrift|graphql|gql|hcl|nix|dhall|jsonnet|libsonnet|j2|jinja2?|tmpl|tpl|erb|haml|slim|liquid|hbs|ejs|pug|astro|bzl|bazel|cmake|mk|tex|bib|cls|sty|adoc|org|typ|po|pot|svg|feature|robot|gd|tscn|glsl|wgsl|hlsl|metal|storyboard|xib|pbxproj|xc\w+|strings|plist|entitlements|[cfv]s?proj|sln|props|targets|ipynb|jsonc?|json5|ya?ml|xml|[ct]sv|razor|cshtml|xaml|resx)$/u;

function patternsFor(path: string): readonly string[] {
  const names = path.split('/');
  const first = names.findIndex((name) => /[*?[]/u.test(name));
  const before = names
    .slice(0, first)
    .map((name) => `${name}/`)
    .join('');
  const last = names.at(-1) ?? '';
  const star = last.lastIndexOf('*');
  const rest = star === -1 ? last : last.slice(star + 1);
  const below = `${before}**/`;
  if (star === -1) return [`${below}${last}`, ...(/^[?[]/u.test(last) ? [`${below}.*`] : [])];
  if (sources.test(rest)) return [`${below}*${rest}`];
  return [`${below}*${rest}`, `${below}.*${rest}`, ...(rest.startsWith('.') ? [`${below}${rest}`] : [])];
}
