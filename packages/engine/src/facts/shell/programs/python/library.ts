import { wordSet } from '../../../word-set.ts';
import { handsOn } from '../../effects/unlisted/works-on-files.ts';
import { isDataFile } from '../../effects/settings/data-file.ts';
import { mayAct, reachesOthers } from '../acting-names.ts';
import { changesThings, mayReachOut, onlyGives } from '../giving-names.ts';
import { tellsSecret } from '../../model/plain-verb.ts';
import { onlyComputesIn } from './computing-packages.ts';
import type { Run } from './run.ts';
import { notRead, type Call, type Expression } from './syntax.ts';
import { library, text, type NamedFile, type Value } from './values.ts';

/**
 * Contents of packages and project code. What they do is unknown; if code of the project is trusted they may do as much as
 * that, provided that no name suggests more: their own, a member's, an argument's, or a text passed to them. A called function
 * must have a name that says that it returns something, unless its package is known to compute (`own` is false).
 */
export type LibraryValue = Extract<Value, { is: 'library' }>;

export function checkPackage(module: string, run: Run): void {
  const [first = '', ...rest] = module.split('.');
  const isOwn = run.isOwn(module);
  if (isOwn ? mayReachOut(first) : handsOn(first) || reachesOthers(first)) notRead(module);
  // Loading a module may do what its name suggests.
  if (rest.some((each) => mayAct(each) || run.isRisky(each) || changesThings(each) || doesMore.test(each)))
    notRead(module);
}

export function moduleLibrary(module: string, run: Run): LibraryValue {
  const [first = ''] = module.split('.');
  return library(run.isOwn(module) || !onlyComputesIn(first));
}

export function libraryMember({ own }: { readonly own: boolean }, name: string, run: Run): LibraryValue {
  const says = /^__(?:version|name|doc|file|all|len)__$/u.test(name);
  const isMore = own ? mayReachOut(name) || run.isRisky(name) : mayAct(name) || doesMore.test(name);
  if (!says && isMore) notRead(`.${name}`);
  return library(own);
}

/**
 * Other things in packages that compute: memory-mapped files, the screen, compilers, settings, downloads, other people's
 * tables.
 */
const doesMore =
  /memmap|^rc|canvas|texmanager|grab|capture|preview|autowrap|codegen|inline|extension|^(?:library|ops|hub|runner|cli|vendor|externals|tools|experimental|clients?|ex|example|export|shutil|fs|testing|f2py|distutils|core|util|utils|jit)$|fetch|full_load|database|gbq|deseriali|urlopen|urlretrieve|^copy_|download|hdfs|flight|setbufsize|seterrcall|^from_name$|rdataset|load_dataset|entrez|ncbi|expasy|kegg|^to_(?!numpy|dict|list|records?$|frame|series|pandas|polars|arrow|datetime|period|timestamp|timedelta|string|csv|json|html|latex|markdown|numeric|native|python|array|tensor|pydatetime|offset|flat_index|parquet|excel|feather|netcdf|file|rgb|hex|crs|wkt|wkb|struct|decimal|integer|lowercase|uppercase|titlecase|dummies|physical|sql$|schema|index|zarr|xarray|dataframe|dataset|image|xml|stata|orc)/iu;

/** Formats for writing tables and pictures. Without a file name some return text. */
const writers =
  /^(?:savefig|imsave|imwrite|savetxt|savez?|(?:to|write|sink)_(?:csv|json|html|latex|markdown|string|parquet|excel|feather|ipc|orc|netcdf|zarr|file|image|ndjson|xml|stata))$/u;
const givesText = /^to_(?:csv|json|html|latex|markdown|string|xml)$/u;
const layouts = wordSet(
  'index header orient indent lines float_format max_rows columns na_rep dpi bbox_inches compression include_plotlyjs',
);
/** Functions that call another by its name, or run a text. */
const dispatching = /^(?:agg|aggregate|apply\w*|transform|pipe|map\w*|\w*method|\w*func|getattr|reduce)$/u;
const asking = /query|sql|script/iu;

/** Under another name it would not be recognised. */
export function checkUncalled(name: string): void {
  if (isWriter(name) || asking.test(name) || dispatching.test(name) || /open/iu.test(name))
    notRead(`${name} as a value`);
}

export interface LibraryCall {
  readonly name: string;
  readonly call: Call;
  readonly values: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

export function isWriter(name: string): boolean {
  return writers.test(name);
}

/** A call of a library member with an unsuspicious name. Files among its arguments are read. */
export function calledLibrary(run: Run, { own }: LibraryValue, given: LibraryCall): Value {
  const { name, call, values, named } = given;
  if (values.some(({ is }) => is === 'nothing')) return { is: 'nothing' };
  run.calls = true;
  if (own && (!onlyGives(name) || (atLarge.test(name) && isStranger(run)))) notRead(`a call of ${name}`);
  if (!own && isWriter(name)) return written(run, given);
  if (opensToWrite(given)) notRead('a mode');
  for (const [at, value] of values.entries()) checkArgument(run, value, { name, own, from: call.given[at] });
  for (const [argument, value] of named) {
    if (isActingArgument(argument, own)) notRead(`the argument ${argument}`);
    checkArgument(run, value, { name, own, from: call.named.get(argument) });
  }
  return library(own);
}

function opensToWrite({ name, values, named }: LibraryCall): boolean {
  const [first, second] = values;
  const mode = named.get('mode') ?? named.get('mmap_mode') ?? second;
  const namesFile =
    opening.test(name) || filesOf(first)?.some((each) => !('file' in each) || isFileName(each.file)) === true;
  return namesFile && filesOf(mode)?.some(isWritingMode) === true;
}

function isActingArgument(name: string, own: boolean): boolean {
  return actingArgument.test(name) || (own && (meaning.test(name) || mayReachOut(name)));
}

/** `Elasticsearch('x')`, `load_dataset('a/b')`, `dill.loads(x)`: what packages that nobody listed connect to, fetch and run. */
const atLarge =
  /^[A-Z]|load|from_|decode|extract|^(?:get|find|list|search|one|where|print|show|make|read|describe|lookup)/u;

function isStranger(run: Run): boolean {
  return [...run.loads].some((module) => !run.isOwn(module) && moduleLibrary(module, run).own);
}

function filesOf(value: Value | undefined): readonly NamedFile[] | undefined {
  return value?.is === 'name' || value?.is === 'path' ? value.files : undefined;
}

function isWritingMode(named: NamedFile): boolean {
  return (
    'file' in named && /^(?:[wax]|r\+|rb\+)[bt+]*-?$|^(?:update|append|write|readwrite)$/u.test(named.file)
  );
}

function written(run: Run, { name, call, values, named }: LibraryCall): Value {
  if (![...named.keys()].every((each) => layouts.has(each))) notRead('an argument');
  if (values.length === 0 && givesText.test(name)) return text;
  const files = call.given.every(({ is }) => is !== 'star') ? filesOf(values[0]) : undefined;
  // In the project it may replace data that is not kept.
  if (files?.every((file) => 'file' in file && isScratchData(file.file)) !== true) return notRead(`.${name}`);
  run.use('write', files);
  return library(false);
}

interface Callee {
  readonly name: string;
  readonly own: boolean;
  /** The argument as written. */
  readonly from: Expression | undefined;
}

const opening = /open|file|map$|handle|dataset|store|archive|zip|group/iu;

/** `allow_pickle=True`, `shell=True`, `log_file='x'`. */
const actingArgument =
  /pickle|unsafe|trust|shell|exec|eval|command|hook|loader|opener|save|^out|dest|buf$|^log|(?<!^)write|storage_options|download|pretrained|binary|filesystem|resolve|network|^do_|shared|weights_only|decrypt|(?:^|_)(?:url|uri|host|endpoint|server|driver)s?$/iu;
/** Of a function that nobody knows: that it is meant, or where what it makes goes. */
const meaning =
  /force|confirm|commit|(?:^|_)(?:yes|prod|production|live|dry|real|to|target|delete|update|reset|apply)(?:_|$)/iu;

/** Literal numbers and texts: each is checked where it occurs. */
function isFixed(expression: Expression | undefined): boolean {
  switch (expression?.is) {
    case 'constant':
    case 'lambda':
      return true;
    case 'text':
      return expression.text !== undefined;
    case 'list':
    case 'row':
      return expression.items.every(isFixed);
    case 'operation':
      return expression.items.every(
        (each) => each.is === 'constant' || (each.is === 'operation' && isFixed(each)),
      );
    default:
      return false;
  }
}

export function checkArgument(run: Run, value: Value, callee: Callee): void {
  switch (value.is) {
    case 'name':
      for (const file of value.files)
        if ('file' in file) checkText(run, file.file, callee);
        else run.use('read', [file]);
      return;
    case 'path':
      for (const file of value.files ?? notRead('a path that the program puts together')) {
        if ('file' in file) checkPlace(run, file.file);
        run.use('read', [file]);
      }
      return;
    case 'list':
      return checkArgument(run, value.of, callee);
    case 'tuple':
      for (const item of value.items) checkArgument(run, item, callee);
      return;
    case 'text':
    case 'data':
      if (asking.test(callee.name)) notRead('a query');
      if (!isFixed(callee.from)) run.composes = true;
      return;
    default:
  }
}

function checkText(run: Run, given: string, { name, own }: Callee): void {
  if (asking.test(name) || isActingText(given)) notRead('a text');
  if (opening.test(name) || /read|load|scan/iu.test(name)) checkSource(given);
  const isNamed = /^[A-Z]/u.test(name) && !isFileName(given);
  if (own && (isNamed || tellsSecret.test(given) || isStrange(given))) notRead('a text');
  if (namesActing(run, given, { name, own })) notRead(`the name ${given}`);
  if (isFileName(given)) run.use('read', [{ file: checkPlace(run, given) }]);
}

/** `agg('to_csv')`, `main(['deploy'])`. */
function namesActing(run: Run, given: string, { name, own }: Pick<Callee, 'name' | 'own'>): boolean {
  if (!/^[A-Za-z_][\w.]*$/u.test(given)) return false;
  return dispatching.test(name) ? mayAct(given) || isWriter(given) : own && run.isRisky(given);
}

function isActingText(given: string): boolean {
  return isCode(given) || isAddress(given) || isStatement(given) || /^unsafe$|^--?[A-Za-z]/u.test(given);
}

function isAddress(given: string): boolean {
  return /:\/\/|^(?:data|file|jar|s3|gs|abfss?|hdfs|ftp|mailto|module|pickle):|^\\\\/iu.test(given);
}

/** `'drop table users'`. */
function isStatement(given: string): boolean {
  return /^\s*(?:drop|delete|insert|update|truncate|alter|create|grant|revoke|copy|attach|replace|merge|call|exec\w*|vacuum|pragma)\s+\w/iu.test(
    given,
  );
}

/** `imread('<screen>')`, `rasterio.open('WMS:evil.example')`. */
function checkSource(given: string): void {
  if (/^<|^[A-Za-z][\w+.-]+:(?=\S)|\|/u.test(given)) notRead('a source');
}

/** A machine, a person, a command, a way to a function. */
function isStrange(given: string): boolean {
  return /^[\w.+-]+@[\w-]+\.|^(?:[\w-]+\.)+(?:com|net|org|io|dev|app|ai|example|internal|local)\b|^\d+\.\d+\.\d+\.\d+|:\d{2,5}$|^\+\d{6}|^#\w|[|;&`]|(?:^|[_.\s-])key$|^id_(?:rsa|ed25519|ecdsa|dsa)|^(?:os|sys|subprocess|builtins|shutil|importlib|posix|ctypes)\b/iu.test(
    given,
  );
}

function isFileName(given: string): boolean {
  return /^(?![\d.]+$)[^\s]*(?:\/|\.[A-Za-z]\w{0,9}$)/u.test(given) || given.startsWith('~');
}

/** A file of the project, or data in a scratch directory: loading a pickle runs code. */
function checkPlace(run: Run, file: string): string {
  const isHarmless = isScratchData(file) && !/\.(?:npy|h5|hdf5|mat|bin|dat)$/u.test(file);
  return isHarmless || run.isInside(file) ? file : notRead('another place');
}

function isScratchData(file: string): boolean {
  return /^\/tmp\/(?!.*\.\.)/u.test(file) && isDataFile(file);
}

/** `sympify('__import__("os")')`, `yaml.load('!!python/object/apply:os.system')`. */
function isCode(given: string): boolean {
  return /__|!!|[\w\])]\s*\(\s*["'\w]|\bimport\s/u.test(given);
}

/** Whether texts that a program composes from its own texts can be neither code nor a place. */
export function isCompositionSafe({ texts, isInside }: Run, source: string): boolean {
  if (makesLetters.test(source)) return false;
  return [...texts].every((each) => {
    if (each === undefined || isAddress(each) || /[(]|__|!!|^~|(?:^|\/)\.\.(?:\/|$)/u.test(each))
      return false;
    return !each.startsWith('/') || each.startsWith('/tmp/') || isInside(each);
  });
}

const makesLetters =
  /\b(?:sep|punctuation|printable|stdin|argv|getcwd|dirname|abspath|chr|bytes|bytearray|fromhex|unquote\w*|unescape|\w*b(?:16|32|64|85)decode|translate)\b|\b[bB][rR]?["']/u;
