/** A file that the program names, as written. */
export type NamedFile =
  | { readonly file: string }
  | { readonly glob: string }
  /** Anything below a directory with a last name that matches one of the patterns. An empty list matches any. */
  | { readonly below: string; readonly names: readonly string[] }
  /** The last name of an entry of a directory, or of one further below. */
  | { readonly entryOf: string };

/** What is known about a value. `data` is any result of the allowed functions. */
export type Value =
  /** A text that is one of these names. */
  | { readonly is: 'name'; readonly files: readonly NamedFile[] }
  | { readonly is: 'text' }
  /** A `pathlib.Path`; undefined if its files are unknown. */
  | { readonly is: 'path'; readonly files: readonly NamedFile[] | undefined }
  | { readonly is: 'file' }
  | { readonly is: 'list'; readonly of: Value }
  | { readonly is: 'tuple'; readonly items: readonly Value[] }
  | { readonly is: 'module'; readonly name: string }
  | { readonly is: 'member'; readonly name: string }
  | { readonly is: 'function'; readonly name: string }
  /** Anything that a package contains or returns, or project code (`own`). */
  | { readonly is: 'library'; readonly own: boolean }
  | { readonly is: 'nothing' }
  | { readonly is: 'data' };

export const data: Value = { is: 'data' };
export function library(own: boolean): Extract<Value, { is: 'library' }> {
  return { is: 'library', own };
}

export const text: Value = { is: 'text' };
export const nothing: Value = { is: 'nothing' };

/** With more names than these it may be any text. */
const mostNames = 24;

/** What is true of both values. */
export function joined(one: Value, other: Value): Value {
  if (one.is === 'nothing') return other;
  if (other.is === 'nothing') return one;
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  if (isText(one) && isText(other)) {
    const files = union(filesIn(one), filesIn(other));
    return files === undefined ? text : { is: 'name', files };
  }
  if (one.is === 'path' && other.is === 'path') return { is: 'path', files: union(one.files, other.files) };
  if (one.is === 'list' && other.is === 'list') return { is: 'list', of: joined(one.of, other.of) };
  if (one.is === 'tuple' && other.is === 'tuple' && one.items.length === other.items.length)
    return { is: 'tuple', items: one.items.map((item, at) => joined(item, other.items[at] ?? data)) };
  return bothLibraries(one, other);
}

function bothLibraries(one: Value, other: Value): Value {
  return one.is === 'library' && other.is === 'library' ? library(true) : data;
}

function filesIn(value: Value): readonly NamedFile[] | undefined {
  return value.is === 'name' ? value.files : undefined;
}

function union(
  one: readonly NamedFile[] | undefined,
  other: readonly NamedFile[] | undefined,
): readonly NamedFile[] | undefined {
  if (one === undefined || other === undefined) return undefined;
  const known = new Set(one.map((each) => JSON.stringify(each)));
  const all = [...one, ...other.filter((each) => !known.has(JSON.stringify(each)))];
  return all.length > mostNames ? undefined : all;
}

export function isText(value: Value): boolean {
  return value.is === 'name' || value.is === 'text';
}

export function namedText(value: string | undefined): Value {
  return value === undefined ? text : { is: 'name', files: [{ file: value }] };
}

/** The value of the variable in a loop over it. */
export function elementOf(value: Value): Value {
  switch (value.is) {
    case 'nothing':
      return nothing;
    case 'list':
      return value.of;
    case 'tuple':
      return value.items.reduce(joined, nothing);
    case 'library':
      return value;
    case 'file':
    case 'name':
    case 'text':
      return text;
    default:
      return data;
  }
}

/** `os.path.join(a, b)`, `Path(a) / b`. Undefined if it may be anywhere. */
export function joinedFiles(
  front: readonly NamedFile[] | undefined,
  back: readonly NamedFile[] | undefined,
): readonly NamedFile[] | undefined {
  const all = front?.flatMap((one) => back?.map((other) => joinedFile(one, other)) ?? [undefined]);
  return all?.every((each) => each !== undefined) === true ? all : undefined;
}

function joinedFile(front: NamedFile, back: NamedFile): NamedFile | undefined {
  if ('entryOf' in back) {
    const directory = 'file' in front ? front.file : 'below' in front ? front.below : undefined;
    return directory === back.entryOf ? { below: directory, names: [] } : undefined;
  }
  if (!('file' in back)) return undefined;
  const isClimbing = back.file.startsWith('/') || back.file.split('/').includes('..');
  if ('file' in front) {
    if (back.file.startsWith('/') || front.file === '') return back;
    return { file: front.file.endsWith('/') ? front.file + back.file : `${front.file}/${back.file}` };
  }
  return 'below' in front && !isClimbing ? { below: front.below, names: [] } : undefined;
}
