import type { Expression, Member, Script } from './read/syntax.ts';

/** What calling or reading a member does. */
export type MemberUse =
  | { readonly does: 'nothing' }
  | { readonly does: 'read' | 'write' | 'delete' | 'move'; readonly paths: readonly Expression[] }
  | { readonly does: 'anything'; readonly why: string };

const nothing: MemberUse = { does: 'nothing' };
const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u));

/** Methods of strings, numbers, dates and collections. */
const plainMethods =
  set(`tostring split trim trimstart trimend replace substring startswith endswith contains indexof
  lastindexof tolower toupper tolowerinvariant toupperinvariant padleft padright add addrange adddays addhours addminutes
  addseconds addmonths addyears gettype equals compareto insert containskey containsvalue clear count sort reverse toarray
  tochararray getenumerator gethashcode remove removeat subtract totalseconds tolocaltime touniversaltime toshortdatestring
  getvalue gettypecode close dispose getcommandname append appendline matches match ismatch getbytes getstring next push pop
  peek enqueue dequeue toint32 item keys values normalize`);

const plainTypes =
  set(`math string int int32 int64 long uint32 uint64 double decimal float single byte char bool boolean
  datetime datetimeoffset timespan guid convert regex array uri version bigint numerics.biginteger console bitconverter
  text.encoding text.stringbuilder text.regularexpressions.regex io.path net.webutility net.dns web.httputility
  globalization.cultureinfo collections.arraylist collections.generic.list collections.generic.dictionary
  collections.generic.hashset collections.generic.queue collections.generic.stack collections.hashtable
  collections.specialized.ordereddictionary collections.queue collections.stack text.asciiencoding text.utf8encoding
  text.unicodeencoding diagnostics.stopwatch random threading.thread stringcomparison runtime.interopservices.runtimeinformation
  pscustomobject psobject hashtable ordered xml net.ipaddress environment io.fileinfo io.directoryinfo security.principal.windowsidentity
  diagnostics.fileversioninfo net.servicepointmanager net.securityprotocoltype void`);

const fileMethods: ReadonlyMap<string, 'read' | 'write' | 'delete' | 'move' | 'nothing'> = new Map([
  ...['readalltext', 'readalllines', 'readallbytes', 'readlines', 'openread', 'opentext'].map(
    (n) => [n, 'read'] as const,
  ),
  ...[
    'writealltext',
    'writealllines',
    'writeallbytes',
    'appendalltext',
    'appendalllines',
    'createtext',
    'appendtext',
  ].map((n) => [n, 'write'] as const),
  ['create', 'write'],
  ['createdirectory', 'write'],
  ['copy', 'write'],
  ['delete', 'delete'],
  ['move', 'move'],
  ['exists', 'nothing'],
  ['getlastwritetime', 'nothing'],
  ['getfiles', 'nothing'],
  ['getdirectories', 'nothing'],
  ['enumeratefiles', 'nothing'],
  ['getcurrentdirectory', 'nothing'],
]);

const openEnvironment = set('setenvironmentvariable exit failfast set_currentdirectory');

/** The name without `System.`, generic arguments and assembly; names of `using namespace` are tried first. */
function typeNames(text: string, namespaces: readonly string[]): readonly string[] {
  const plain = text
    .toLowerCase()
    .replace(/[[,`].*$/su, '')
    .trim();
  return [plain, ...namespaces.map((space) => `${space.toLowerCase()}.${plain}`)].map((name) =>
    name.replace(/^system\./u, ''),
  );
}

export function isPlainType(text: string, namespaces: readonly string[]): boolean {
  return typeNames(text, namespaces).some((name) => plainTypes.has(name));
}

export function memberUse(member: Member, { namespaces }: Script): MemberUse {
  const { target, name, args, isStatic } = member;
  if (name.is !== 'string') return anything('a member whose name is computed');
  const text = name.text.toLowerCase();
  if (isStatic || target.is === 'type') return staticUse(member, text, namespaces);
  if (args === undefined) return nothing;
  if ((text === 'foreach' || text === 'where') && args.every(({ is }) => is === 'block')) return nothing;
  if (text.startsWith('invoke') && target.is === 'block' && text === 'invoke') return nothing;
  return plainMethods.has(text) ? nothing : anything(`the method ${name.text}`);
}

function anything(why: string): MemberUse {
  return { does: 'anything', why };
}

function staticUse(
  { target, args, isStatic }: Member,
  method: string,
  namespaces: readonly string[],
): MemberUse {
  if (target.is !== 'type') return anything('a static member of a computed type');
  const names = typeNames(target.name, namespaces);
  const isFile = names.some((each) => each === 'io.file' || each === 'io.directory');
  if (isFile && isStatic) return fileUse(method, args);
  if (!names.some((each) => plainTypes.has(each))) return anything(`the type ${target.name}`);
  if (!isStatic && args !== undefined) return plainMethods.has(method) ? nothing : anything('reflection');
  const isOpen =
    (names.includes('environment') && openEnvironment.has(method)) || method === 'gettempfilename';
  return isOpen ? anything(`${target.name}::${method}`) : nothing;
}

function fileUse(method: string, args: readonly Expression[] | undefined): MemberUse {
  if (args === undefined) return anything('a method of files as a value');
  const does = fileMethods.get(method);
  if (does === undefined || (method === 'create' && args.length > 1)) return anything('a method of files');
  if (does === 'nothing') return nothing;
  return { does, paths: args.slice(0, method === 'move' || method === 'copy' ? 2 : 1) };
}
