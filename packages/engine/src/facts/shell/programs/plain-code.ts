import { lazily } from '../../lazily.ts';
import { wordSet } from '../../word-set.ts';
import { riskInName } from '../risks/risk-words.ts';

/** A short program that visibly computes, looks and prints, with the files that its texts name. */
export interface PlainCode {
  readonly files: readonly string[];
}

/**
 * Reads a short program in a language that nothing here parses: `Rscript -e`, `julia -e`, `bin/rails runner`. Every word outside of its
 * texts has to be one that computes, looks or prints in each of these languages, or a name that it binds. A text holds words, so that it
 * is harmless too where the language sees code in it; what makes quotes ambiguous (comments, escapes, patterns, other quotes) is refused.
 */
export function plainCode(words: readonly (string | undefined)[]): PlainCode | undefined {
  const found = programIn(words);
  if (found === undefined || found.code.length > 1500) return undefined;
  const { code, language } = found;
  const isLisp = /^(?:clj|clojure|bb)$/u.test(language);
  if (ambiguous.test(code) || (!isLisp && called.test(code))) return undefined;
  const texts: string[] = [];
  const bare = code.replaceAll(text, (whole) => {
    texts.push(whole.slice(1, -1));
    return ' 0 ';
  });
  // A quote opens a text where nothing before it could open a pattern: what is refused counts outside of texts.
  if (refused[language]?.test(bare) === true) return undefined;
  const said = language === 'rscript' ? bare.replaceAll('~', ' + ') : bare;
  if (/["'`\\@~]/u.test(said.replaceAll(/@(?:show|time|assert)\b/gu, ''))) return undefined;
  // `sapply("id", "system")`: a name in a text is called.
  if (passesNames(language, bare) && texts.some((each) => /^[A-Za-z_.][\w.:]*$/u.test(each)))
    return undefined;
  // `include("/tmp/x.jl")`, `load_all("/tmp/pkg")`: code of another place, not of the project.
  const loadsCode = loads.test(bare);
  if (texts.some((each) => leavesProject.test(each) || (loadsCode && each.startsWith('/')))) return undefined;
  const isPlain = Array.from(bare.matchAll(word)).every((match) => isPlainWord(match, { bare, ...found }));
  return isPlain ? { files: texts.filter((each) => /^[\w./+-]*[./][\w./+-]*$/u.test(each)) } : undefined;
}

const word = /(?<![\w\d])[A-Za-z_]\w*/gu;
const text = /"(?:[\w ./,:=+*<>!?-]|\\[nt])*"|'[\w ./,:=+*<>!?-]*'/gu;
/** Comments, escapes, quotes beside quotes, here-documents, character literals, interpolation and shifts of meaning. */
const ambiguous =
  /`|<<|"""|'''|'"|"'(?![\s),;\]])|\\(?![nt])|\/\/|\/\*|\(\*|--(?!\s*\d)|\?["']|\$[({]|#(?!\()|%[\w("'{[<|!]|\.!|\/["']|[\w)\]]'(?=\s*["'])/u;
const called = /["'\])}]\s*\(/u;
/** Ruby takes the name of a function only behind `&`, but for these. */
function passesNames(language: string, bare: string): boolean {
  if (language === 'ruby' && !bare.includes('&')) return /reduce|fold|call/iu.test(bare);
  return /apply|map|filter|reduce|fold|(?<!for)each|sort|aggregate|walk|call|outer/iu.test(bare);
}
const refused: Readonly<Record<string, RegExp>> = {
  php: /\$\w+\s*\(|\$_|\$GLOBALS/u,
  perl: /(?<![$@%\w:>{])(?:[smyq]|q[qwxr]|tr)\b|\/|<[$\w*]|[@%$]\{|ENV|INC/u,
  ruby: /\/|ENV|[$%]/u,
  groovy: /\//u,
};

const leavesProject = /:\/\/|(?:^|\/)\.\.(?:\/|$)|^~/u;
const loads = /\b(?:include|require|import|using|use|alias|load|test|lint|style|check)/u;

interface WordPlace {
  readonly bare: string;
  readonly language: string;
  readonly loadsOwn: boolean;
}

function isPlainWord(match: RegExpMatchArray, { bare, language, loadsOwn }: WordPlace): boolean {
  const [name] = match;
  const { index = 0 } = match;
  const before = bare.slice(0, index);
  const after = bare.slice(index + name.length);
  const isCalled = /^\s*\(/u.test(after);
  // `Pkg.add("Foo")`: to a manager of packages, an everyday word is an order.
  if (packageManager.test(before)) return /^(?:status|installed|version|test)$/u.test(name);
  if (harmless().has(name)) return true;
  if (/(?:\$|->)$/u.test(before)) return /^(?:php|perl|r|rscript)$/u.test(language) && !isCalled;
  if (/^[A-Z]/u.test(name)) return !isCalled && !name.startsWith('ENV') && !after.startsWith('{');
  if (/(?:\.|::|->|:)$/u.test(before)) return loadsOwn && isOwnMember(name, before, after);
  if (language === 'rscript' && !isCalled && isColumn(name, before, after)) return true;
  return language !== 'perl' && isBound(name, bare, after);
}

/** `lm(obs ~ sim, d)`: a column, by its place in a formula. */
function isColumn(name: string, before: string, after: string): boolean {
  return (
    !changes.test(name) && (/~\s*(?:\w+\s*\+\s*)*$/u.test(before) || /^\s*(?:\+\s*\w+\s*)*~/u.test(after))
  );
}

/** Code of the project, by a name that does not say that it changes something; `:paid` is a text. */
function isOwnMember(name: string, before: string, after: string): boolean {
  if (changes.test(name) || riskInName(name) !== undefined || after.startsWith('!')) return false;
  const isOwn = /(?:[A-Z]\w*|\))(?:\.|::|->)$/u.test(before) && !systemModule.test(before);
  return isOwn || (before.endsWith(':') && !before.endsWith('::'));
}

/** A name that the program gives to a value, and does not call. */
function isBound(name: string, bare: string, after: string): boolean {
  const binds = new RegExp(
    `(?<![.\\w])${name}\\s*(?:=(?!=)|<-|->|\\||:\\s)|\\|[\\w, ]*\\b${name}\\b[\\w, ]*\\||\\b(?:val|var|let|for|fn|function\\s*\\()\\s*${name}\\b`,
    'u',
  );
  const next = after.replace(/^\s+(?:in|do|if|then|else|end|of|and|or|by|to|with|where|select)\b/u, '');
  return (
    (name.length === 1 || binds.test(bare)) && !changes.test(name) && !/^\s*(?:\(|\s[\w"'[:$*&-])/u.test(next)
  );
}

const packageManager =
  /\b(?:Pkg|Mix|Gem|Bundler|Quicklisp|ql|renv|pak|pacman|BiocManager|remotes)(?:\.|::?)$/u;
const systemModule =
  /\b(?:System|File|Port|Code|Node|Process|IO|Kernel|Dir|FileUtils|Open3|Net|URI|Socket|Object|Module|Class|Method|ObjectSpace|Marshal|Base|Core|Libc|Sys|Unix|Runtime|Pkg|Artisan|DB|Storage|Http|Mail|Cache|Queue|Shell|Redis|Rails|Mix|Application|Thread|Task|Agent|GenServer|Hackney|Req|Tesla|HTTPoison|Faraday|HTTParty|Ractor|Fiddle|Gem|Bundler|POSIX|IPC|LWP|Meta)(?:\.|::|->)$/u;
const changes =
  /^(?:a?sync|add|apply|approve|assign|attach|backup|call|cancel|charge|clear|close|commit|connect|copy|cp|create|decrypt|deliver|dispatch|download|enqueue|eval|exec|execute|export|fire|flush|fork|import|increment|decrement|insert|install|invoke|kill|link|load|log(?:in|out)|mail|make|merge|mkdir|move|new|notify|open|pay|perform|pipe|popen|post|process|put|refund|register|remove|rename|require|rm|run|save|seed|send|set|shell|sign|spawn|start|stop|store|sub(?:mit|scribe)|system|toggle|touch|trigger|unlink|update|upsert|write|cmd|command|source|include|token|secret|password|credentials?)(?:_|[A-Z!]|$)/u;

const harmless = lazily(() =>
  wordSet(
    `val let var def fn function do end if then else elsif elseif for in of while return local using import from library as is not and or unless when case
 true false nil null None undef TRUE FALSE NA NULL Inf NaN pi self it alias quote require
 print println puts pp printf say echo display disp cat show inspect sprintf format paste paste0 message str summary print_endline print_string print_int
 string_of_int string_of_float var_dump print_r json_encode json_decode implode explode strlen phpversion PHP_VERSION PHP_EOL
 head tail nrow ncol dim names colnames rownames levels unique table length size count sum mean median min max sd quantile cor round floor ceil ceiling
 abs sqrt exp log range seq seq_along rep rev reverse sort order sort_by group_by group each each_with_index map mapv flat_map flatMap filter select reject fold
 sumOf sumBy sum_by zip take first last keys values entries to_a to_s to_i to_f to_h to_json toString to_string to_list toList join split strip trim upcase
 downcase capitalize uppercase lowercase toupper tolower gsub chars lines bytes index include includes contains empty any all none where pluck limit find
 find_by distinct joins explain to_sql exists aggregate one tapply sapply lapply vapply apply subset lm anova factor numeric character integer data frame
 matrix list vector array which ifelse nchar substr grepl packageVersion sessionInfo version read csv delim json readLines readlines readText read_text read_csv
 fromJSON parse utc_now now today iso8601 to_iso8601 from_iso8601 diff add halt exit status test test_dir test_file test_local lint lint_dir lint_package style_dir
 dry renv lintr styler testthat devtools check load_all linspace zeros ones eye inc dec slurp file seq integrate listOf mapOf setOf arrayOf collect scalar sum0
 isFile exists count_by tally frequencies with_index each_slice each_cons partition transpose diag det inv mod rem div abs2 norm dot cumsum prod
 Date DateTime Set List Map Array Vector Dict String Integer Float BigDecimal Rational Some Range
 intdiv number_format str_starts_with str_ends_with str_contains array_keys array_values array_sum array_unique array_column array_slice
 in_array is_array ucfirst file_get_contents foreach gettype get_class_methods method_exists class_exists class load_file each_key each_value
 dig overlap cover ljust rjust min_by max_by positive negative zero even odd succ pred`,
  ),
);

interface ProgramText extends Pick<WordPlace, 'language' | 'loadsOwn'> {
  readonly code: string;
}

/** `bin/rails runner CODE`, `mix run -e CODE`: the program, its words in front, and how the code is introduced. */
const forms: readonly (readonly [language: string, starts: RegExp, loadsOwn: boolean])[] = [
  ['ruby', /^ruby(?: -(?:rjson|rset|rdate|rtime|rcsv|rbigdecimal|rdigest|ryaml|rpsych|rpp))* -e$/u, false],
  [
    'ruby',
    /^(?:ruby(?: -(?:I ?lib|r ?\.\/[\w/]+))+ -e|(?:(?:bundle exec )?(?:rails|\.?\/?bin\/rails)) (?:runner|r))$/u,
    true,
  ],
  ['php', /^php -r$/u, false],
  ['php', /^(?:php artisan|(?:vendor\/bin\/)?sail artisan) tinker --execute$/u, true],
  [
    'rscript',
    /^(?:Rscript|R|littler|r)(?: --?(?:q|s|vanilla|slave|quiet|silent|no-save|no-restore|no-echo))* -e$/u,
    false,
  ],
  ['julia', /^julia(?: --(?:startup-file=no|color=(?:no|yes)|quiet))* (?:-e|-E|--eval)$/u, false],
  [
    'julia',
    /^julia(?: --(?:startup-file=no|color=(?:no|yes)|quiet|project(?:=\.)?))+ (?:-e|-E|--eval)$/u,
    true,
  ],
  ['elixir', /^elixir (?:-e|--eval)$/u, false],
  ['elixir', /^(?:iex -S )?mix run(?: --no-(?:start|compile|halt|deps-check))* (?:-e|--eval)$/u, true],
  ['perl', /^perl(?: -(?:w|l|I ?lib|M[A-Z][\w:]*(?:=[\w,]+)?))* -(?:e|E|le|lE|we)$/u, true],
  ['lua', /^lua(?:jit|5\.\d)? -e$/u, false],
  [
    'octave',
    /^octave(?:-cli)?(?: -(?:q|W|H|-no-gui|-quiet|-norc|-silent|-no-window-system))* --eval$/u,
    false,
  ],
  ['groovy', /^groovy -e$/u, false],
  ['kotlin', /^kotlinc? -e$/u, false],
  ['scala', /^(?:scala-cli eval|scala(?:-cli)? -e)$/u, false],
  ['clojure', /^(?:clojure|clj)(?: -M)? -e$/u, false],
  ['bb', /^bb -e$/u, false],
  ['ocaml', /^ocaml -e$/u, false],
  ['maxima', /^maxima(?: --(?:very-)?quiet)* --batch-string$/u, false],
];

function programIn(words: readonly (string | undefined)[]): ProgramText | undefined {
  const [, joined, value] = /^(--[a-z-]+)=(.*)$/su.exec(words.at(-1) ?? '') ?? [];
  const front = joined === undefined ? words.slice(0, -1) : [...words.slice(0, -1), joined];
  const code = value ?? words.at(-1);
  if (code === undefined || front.includes(undefined)) return undefined;
  const said = front.join(' ');
  const form = forms.find(([, starts]) => starts.test(said));
  if (form === undefined) return undefined;
  const [language, , loadsOwn] = form;
  // `App\\Models\\User::count()`.
  return { code: language === 'php' ? code.replaceAll(/\\(?=[A-Z])/gu, '.') : code, language, loadsOwn };
}
