import { lazily } from '../../lazily.ts';
import { wordSet } from '../../word-set.ts';
import { isDataFile } from '../effects/settings/data-file.ts';
import { riskInName } from '../risks/risk-words.ts';
import { mayAct, onlyComputes, reachesOthers } from './acting-names.ts';
import { computesByName } from './computing-names.ts';
import { onlyGives } from './giving-names.ts';

/** A short program that visibly only computes, reads and prints, with the files that its texts name. */
export interface PlainCode {
  readonly files: readonly string[];
}

/**
 * Reads a short program in a language without a parser here: `Rscript -e`, `julia -e`, `bin/rails runner`. Every word outside
 * its texts must be one that computes, reads or prints in each of these languages, or a name that it binds. A text contains
 * only words, so that it is harmless even if the language reads it as code; anything that makes quotes ambiguous (comments,
 * escapes, patterns, other quotes) is rejected.
 */
export function plainCode(words: readonly (string | undefined)[], given?: string): PlainCode | undefined {
  const found = programIn(words, given);
  if (found === undefined || found.code.length > 1500) return undefined;
  const { language } = found;
  // A comment line: no text extends beyond the end of a line.
  const code = hashComments.test(language) ? found.code.replaceAll(/^\s*#.*$/gmu, '') : found.code;
  if (isOdd(code, language)) return undefined;
  const { bare, texts } = withoutTexts(code, language);
  // A quote starts a text, because anything that could give it another meaning is rejected outside texts.
  if (ambiguous.test(bare) || callsValue(code, language)) return undefined;
  const said = /^(?:rscript|erlang)$/u.test(language) ? bare.replaceAll('~', ' + ') : bare;
  if (refused[language]?.test(bare) === true || /["'`\\@~]/u.test(said.replaceAll(harmlessMacros, '')))
    return undefined;
  if (texts.some((each) => mayDoMore(each, { bare, language }))) return undefined;
  const names = language === 'rscript' ? dottedWord : word;
  const isPlain = Array.from(bare.matchAll(names)).every((match) => isPlainWord(match, { bare, ...found }));
  return isPlain ? { files: texts.filter((each) => /^[\w./+-]*[./][\w./+-]*$/u.test(each)) } : undefined;
}

/** A picture that is no scratch file. */
const picturesElsewhere = /\b(?:png|pdf|svg|jpeg|tiff|bmp|postscript|xfig)\s*\((?!\s*["']\/tmp\/)/u;

function isOdd(code: string, language: string): boolean {
  if (ambiguousQuotes.test(code) || oddQuotes(language).test(code)) return true;
  return language === 'rscript' && picturesElsewhere.test(code);
}

function callsValue(code: string, language: string): boolean {
  return !/^(?:clojure|bb)$/u.test(language) && called.test(code.replaceAll(insertion, ''));
}

interface BareCode {
  readonly bare: string;
  readonly language: string;
}

/** `"#{size}"`: interpolated code is checked like the code around it. */
function withoutTexts(
  code: string,
  language: string,
): { readonly bare: string; readonly texts: readonly string[] } {
  const texts: string[] = [];
  const bare = code.replaceAll(text, (whole) => {
    const inside = whole.slice(1, -1);
    texts.push(inside.replaceAll(insertion, '0'));
    if (!inside.includes('#{')) return ' 0 ';
    if (!/^(?:ruby|elixir)$/u.test(language) || !whole.startsWith('"')) return ' ` ';
    return ` 0 ${Array.from(inside.matchAll(insertion), ([, each = '']) => `+ ( ${each} ) `).join('')}`;
  });
  return { bare, texts };
}

function mayDoMore(said: string, { bare, language }: BareCode): boolean {
  // `fread("rm a")` and `IO.read("|rm a")` run a command.
  if (/^\s*[|<]|\|\s*$/u.test(said) || (said.includes(' ') && /\bfread\b/u.test(bare))) return true;
  // `find_by_sql("drop table t")`.
  if (statement.test(said)) return true;
  // `sapply("id", "system")`: calls a function by its name in a text.
  if (/^[A-Za-z_.][\w.:]*$/u.test(said) && !harmless().has(said) && passesNames(language, bare)) return true;
  // `include("/tmp/x.jl")`, `load_all("/tmp/pkg")`: code from outside the project.
  return leavesProject.test(said) || (said.startsWith('/') && (loads.test(bare) || !isScratchData(said)));
}

function isScratchData(file: string): boolean {
  return /^\/tmp\/(?!.*\.\.)[\w./-]+$/u.test(file) && isDataFile(file);
}

const statement =
  /^\s*(?:drop|delete|insert|update|truncate|alter|create|grant|revoke|copy|attach|replace|merge|call|exec\w*|vacuum)\s+\w/iu;

const word = /(?<![\w\d])[A-Za-z_]\w*/gu;
/** In R a dot is part of a name. */
const dottedWord = /(?<![\w.])[A-Za-z_][\w.]*/gu;
const text =
  /"(?:[\w ./,:=+*<>!?%|&-]|\[|\]|~(?=[a-z])|\\[nt]|#\{[^{}"'`\\#]*\})*"|'(?:[\w ./,:=+*<>!?%|&-]|~(?=[a-z])|\\[nt])*'/gu;
const insertion = /#\{([^{}"'`\\#]*)\}/gu;
const hashComments = /^(?:rscript|julia|ruby|elixir|octave)$/u;
const harmlessMacros =
  /@(?:show|time|assert|btime|benchmark|elapsed|allocated|sprintf|printf|views|inbounds)\b/gu;
/** Adjacent quotes, character literals, transposition. */
const ambiguousQuotes = /"""|'''|\?["']|[\w)\]]'(?=\s*["'])/u;
/** Comments, escapes, here-documents, interpolation and changes of meaning. */
const ambiguous = /`|<<|\\(?![nt])|\/\/|\/\*|\(\*|--(?!\s*\d)|\$[({]|#(?!\()|%[\w("'{[<|!]|\.!/u;
/** Apostrophes that are not quotes, or may be something else: a character, a list, a transposed matrix. */
function oddQuotes(language: string): RegExp {
  switch (language) {
    case 'rscript':
    case 'ruby':
      return /(?!)/u;
    case 'php':
      return /\?>/u;
    // `[["]] os.execute [["]]` contains texts as well.
    case 'lua':
      return /\[=*\[/u;
    case 'octave':
      return /[^\s(,=[{;]'(?![\s),;\]}])|[\w)\]}.]\s+'|[\w)\]}.]'(?!\s*(?:[),;\]}]|$))|^[^'"]*[\w)\]}.]'/mu;
    case 'perl':
      return /'(?![\s),;\]])/u;
    default:
      return /'/u;
  }
}

const called = /["'\])}]\s*\(/u;
/** Ruby accepts a function name only after `&`, except in these methods. */
function passesNames(language: string, bare: string): boolean {
  if (callsNoText.test(language)) return false;
  if (language === 'ruby') return (bare.includes('&') ? passing : /reduce|fold|call/iu).test(bare);
  return passingCall.test(bare);
}
/** Languages in which a text is never called as the function of that name. */
const callsNoText = /^(?:julia|lua|elixir|erlang|clojure|bb|haskell|swift|ocaml|scala)$/u;
const passed = 'apply|map|filter|reduce|fold|(?<!for)each|sort|aggregate|walk|call|outer|get|fun|method|attr';
const passing = new RegExp(passed, 'iu');
const passingCall = new RegExp(`(?:${passed})[\\w.]*\\s*[({]|\\|>|\\bfun\\b`, 'iu');
const clojureMore = /read-string|gen-class|\bapply\b|\bdef/u;
const refused: Readonly<Record<string, RegExp>> = {
  php: /\$\w+\s*\(|\$_|\$GLOBALS/u,
  rscript:
    /\b(?:file|connection|con|lib\.loc)\s*=(?!=)|\.(?:Call|External|Internal|jcall)|options\s*\(|\b(?:tools|reticulate|rvest|promises|later|future|callr)::/u,
  julia: /\b(?:exit|include|Distributed|Conda)\b|\.\w+!|\bpng\b|\.\w+\s*=(?!=)/u,
  octave: /(?:^|[;\n])\s*!|\bpkg\b(?!\s+load\b)|\bprint\b|\bjava/mu,
  elixir: /:(?:code|init)\b|\bapply\b|\bunquote\b/u,
  erlang: /\bapply\b|!|\bexit\b|\bfun\b/u,
  clojure: clojureMore,
  bb: clojureMore,
  swift: /\bexit\b/u,
  perl: /(?<![$@%\w:>{])(?:[smyq]|q[qwxr]|tr)\b|\/|<[$\w*]|[@%$]\{|ENV|INC/u,
  // `Sync.(1)`, `User.last.name = x`.
  ruby: /\/|ENV|[$%]|\.\(|\.\w+\s*[-+*|&]{0,2}=(?![=~>])|at_exit|\.(?:import|say|apply)\b|(?<!each)_key\b|[A-Z]\w*\s*\[/u,
  groovy: /\//u,
  // Commands of the prompt, and code inserted at compile time.
  haskell:
    /^\s*:(?!(?:t|type|i|info|k|kind|doc)\b)|:!|\$\(|\bimport\b|\[\w+\||\b(?:System|Unsafe|Foreign|Network|GHC|Language|Control|Debug|Turtle|Shelly|Database)\b/mu,
  // `os["execute"] "id"`: a call without parentheses.
  lua: /[\])]\s*(?:0|\{)|\[\s*0|\brequire\b/u,
};

const leavesProject = /:\/\/|(?:^|\/)\.\.(?:\/|$)|^~(?:\/|$)|^~\w+\//u;
const loads = /\b(?:include|require|import|using|use|alias|load|test|lint|style|check)/u;

interface WordPlace extends BareCode {
  readonly loadsOwn: boolean;
}

interface PlacedWord extends WordPlace {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly isCalled: boolean;
}

function isPlainWord(match: RegExpMatchArray, around: WordPlace): boolean {
  const [name] = match;
  const { index = 0 } = match;
  const { bare, language } = around;
  const before = bare.slice(0, index);
  const after = bare.slice(index + name.length);
  const isCalled = /^\s*\(/u.test(after);
  // `Pkg.add("Foo")`: in a package manager, everyday words are commands.
  if (packageManager.test(before)) return /^(?:status|installed|version|test)$/u.test(name);
  if (isCalled && isGivenValue(name, bare)) return false;
  if (harmless().has(name)) return true;
  if (before.endsWith('$') || (language === 'php' && before.endsWith('->')))
    return /^(?:php|perl|rscript)$/u.test(language) && !isCalled && !mayAct(name);
  const placed: PlacedWord = { ...around, name, before, after, isCalled };
  if (/^[A-Z]/u.test(name) && (!isCalled || namesTypes.test(language))) return isPlainType(placed);
  return isQuietName(placed) || isOwnName(placed);
}

function isPlainType({ name, language, after }: PlacedWord): boolean {
  if (namesTypes.test(language)) return computesByName(name);
  return !/^ENV|secret|credential/iu.test(name) && !reachesOthers(name) && !after.startsWith('{');
}

/** A member of project code, a column, or a value of the program. */
function isOwnName({ name, bare, language, loadsOwn, before, after, isCalled }: PlacedWord): boolean {
  if (/(?:\.|::|->|:)$/u.test(before)) return loadsOwn && isOwnMember(name, before, after);
  if (language === 'rscript' && !isCalled && isColumn(name, before, after)) return true;
  return language !== 'perl' && isBound(name, bare, after);
}

/**
 * In languages with telling function names, where little else reaches the system, a name without an acting word computes:
 * `dayofweek`, `carry_score`. Values of the program itself may be any function, so they are not called.
 */
function isQuietName({ name, bare, language, before, after, isCalled }: PlacedWord): boolean {
  if (!openLanguages.test(language) || systemModule.test(before)) return false;
  // An atom, which is a value.
  if (language === 'erlang' && !isCalled && !/^\s*[:/]/u.test(after) && !before.endsWith(':')) return true;
  if (name.length === 1) return !isCalled && callsByBrackets.test(language);
  if (saysMore(name)) return false;
  // Elsewhere a name without brackets may be a call, or is handed to one.
  if (
    !isCalled &&
    callsByBrackets.test(language) &&
    !passesNames(language, bare) &&
    !/(?:\.|::?)$/u.test(before)
  )
    return true;
  return computesByName(name) || onlyGives(name);
}

function saysMore(name: string): boolean {
  if (reflecting().has(name) || reachesOthers(name)) return true;
  return !onlyComputes(name) && (changes.test(name) || mayAct(name));
}

/** `f <- e[["system"]]; f("id")`: a name bound by the program may be called only if bound to a function it defines. */
function isGivenValue(name: string, bare: string): boolean {
  const given = new RegExp(
    `(?<![.\\w])${name.replaceAll('.', '\\.')}\\s*(?:=(?!=)|<-)\\s*(?!function\\b|\\w+\\s*->|\\([\\w, ]*\\)\\s*->)|(?:->|\\bfor|[|(,])\\s*${name.replaceAll('.', '\\.')}\\s*(?:\\bin\\b|[|)]\\s*(?!\\())`,
    'u',
  );
  return given.test(bare);
}

/** Where a type opens files, sockets and programs: `FileHandle(...)`, `(Socket. x)`. */
const namesTypes = /^(?:swift|clojure|bb)$/u;
const openLanguages = /^(?:rscript|julia|octave|lua|ruby|elixir|erlang|clojure|bb|swift|haskell)$/u;

const callsByBrackets = /^(?:rscript|julia|lua|erlang|swift)$/u;

/** Names that look up functions by name, or reach files without suggesting a change. */
const reflecting = lazily(() =>
  wordSet(
    `get0 mget match_fun getfield getproperty getglobal setfield setproperty getFunction getAnywhere getNamespace asNamespace getFromNamespace as_call
 invokelatest Meta pipeline mkpath mktemp mktempdir cd chdir setwd spit resolve intern var binding autoload const_get method instance_method define_method
 cellfun arrayfun str2func func2str inline mex addpath rmpath fopen fputs fprintf urlread edit fix vi emacs keyboard input atexit dlopen fifo url urlopen
 body formals trace Recall environment local parent eapply mapply Reduce rapply debug rawset rawget setmetatable getmetatable Process FileManager
 binary_to_term open_port apply appendFile interact unsafePerformIO readProcess callCommand deserialize file_put session`,
  ),
);

/** `lm(obs ~ sim, d)`: a column, because of its place in a formula. */
function isColumn(name: string, before: string, after: string): boolean {
  return (
    !changes.test(name) && (/~\s*(?:\w+\s*\+\s*)*$/u.test(before) || /^\s*(?:\+\s*\w+\s*)*~/u.test(after))
  );
}

/** Project code with a name that does not suggest a change; `:paid` is a text. */
function isOwnMember(name: string, before: string, after: string): boolean {
  if (changes.test(name) || riskInName(name) !== undefined || after.startsWith('!')) return false;
  // `:paid` is a value, `&:archive` a call.
  if (!/(?<![:&]):$/u.test(before) && !onlyGives(name) && !/^__(?:schema|info)__$/u.test(name)) return false;
  const isOwn = /(?:[A-Z]\w*|\))(?:\.|::|->)$/u.test(before) && !systemModule.test(before);
  return isOwn || (before.endsWith(':') && !before.endsWith('::'));
}

/** A name that the program binds to a value, and does not call. */
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

/** `bin/rails runner CODE`, `mix run -e CODE`: the program, its leading words, and the words that introduce the code. */
const forms: readonly (readonly [language: string, starts: RegExp, loadsOwn: boolean])[] = [
  [
    'ruby',
    /^ruby(?: -(?:rjson|rset|rdate|rtime|rcsv|rbigdecimal|rdigest|ryaml|rpsych|rpp|rmatrix|rprime|rpathname|rstringio))* -e$/u,
    false,
  ],
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
    /^octave(?:-cli)?(?: -(?:q|W|H|f|-no-gui|-quiet|-norc|-silent|-no-window-system))* --eval$/u,
    false,
  ],
  ['groovy', /^groovy -e$/u, false],
  ['kotlin', /^kotlinc? -e$/u, false],
  ['scala', /^(?:scala-cli eval|scala(?:-cli)? -e)$/u, false],
  ['clojure', /^(?:clojure|clj)(?: -M)? -e$/u, false],
  ['bb', /^bb(?: -i)?(?: -e)?$/u, false],
  ['erlang', /^erl(?: -(?:noshell|noinput))* -eval$/u, false],
  ['swift', /^swift -e$/u, false],
  ['haskell', /^ghc -e$/u, true],
  ['ocaml', /^ocaml -e$/u, false],
  ['maxima', /^maxima(?: --(?:very-)?quiet)* --batch-string$/u, false],
];

/** Programs that read code from standard input if no file is given. */
const fedForms: readonly (readonly [language: string, starts: RegExp, loadsOwn: boolean])[] = [
  [
    'rscript',
    /^(?:Rscript -|R(?: --?(?:q|s|vanilla|slave|quiet|silent|no-save|no-restore|no-echo))+)$/u,
    false,
  ],
  ['julia', /^julia(?: --(?:startup-file=no|color=(?:no|yes)|quiet|project(?:=\.)?))*(?: -)?$/u, true],
  ['ruby', /^ruby(?: -)?$/u, false],
  ['lua', /^lua(?:jit|5\.\d)? -$/u, false],
];

function programIn(
  words: readonly (string | undefined)[],
  given: string | undefined,
): ProgramText | undefined {
  const fed = given === undefined ? undefined : fedForms.find(([, starts]) => starts.test(words.join(' ')));
  if (fed !== undefined && given !== undefined) return { code: given, language: fed[0], loadsOwn: fed[2] };
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
