/** What a line did, read from strace's text. Paths are absolute and normalised. */
export interface Observation {
  /** Programs that were started, the shell that read the line left out. */
  readonly started: readonly string[];
  readonly read: readonly string[];
  readonly changed: readonly Change[];
  /** `host:port`, or the path of a local socket. */
  readonly connected: readonly string[];
  /** Names that were looked up. */
  readonly names: readonly string[];
}

export interface Change {
  readonly how: 'write' | 'create' | 'remove' | 'attributes';
  readonly path: string;
  /** It was tried and refused: elsewhere it might not have been. */
  readonly refused: boolean;
}

interface Call {
  readonly pid: string;
  readonly name: string;
  readonly text: string;
  readonly result: number;
  readonly error: string;
}

/** What is being put together while the calls are read. */
interface Seen {
  readonly places: Map<string, string>;
  readonly started: string[];
  readonly read: Set<string>;
  readonly changed: Map<string, Change>;
  readonly connected: Set<string>;
  readonly names: Set<string>;
}

type Note = (
  call: Call,
  seen: Seen,
  at: { readonly paths: readonly string[]; readonly here: string },
) => void;

function change(
  seen: Seen,
  call: Call,
  what: { readonly how: Change['how']; readonly path: string | undefined },
): void {
  const { how, path } = what;
  const refused = call.result < 0;
  if (path === undefined || (refused && !/^(?:EACCES|EROFS|EPERM)$/u.test(call.error))) return;
  seen.changed.set(`${how} ${path}`, { how, path, refused });
}

const opens: Note = (call, seen, { paths: [path = ''] }) => {
  const isNew = /O_CREAT/u.test(call.text) || call.name === 'creat';
  const writes = isNew || /O_WRONLY|O_RDWR|O_TRUNC/u.test(call.text);
  if (writes) change(seen, call, { how: isNew ? 'create' : 'write', path });
  const reads = !writes || /O_RDWR/u.test(call.text);
  if (reads && call.result >= 0 && !/O_DIRECTORY|O_PATH/u.test(call.text)) seen.read.add(path);
};
const starts: Note = (call, seen, { paths: [path = ''] }) => {
  if (call.result === 0) seen.started.push(path);
};
const forks: Note = (call, seen, { here }) => {
  seen.places.set(String(call.result), here);
};
const moves: Note = (call, seen, { paths: [path] }) => {
  const to = path ?? /<([^>]*)>/u.exec(call.text)?.[1];
  if (call.result === 0 && to !== undefined) seen.places.set(call.pid, to);
};
const changes =
  (how: Change['how'], which = 0): Note =>
  (call, seen, { paths }) => {
    change(seen, call, { how, path: paths[which] });
  };
const renames: Note = (call, seen, { paths: [from, to] }) => {
  change(seen, call, { how: 'remove', path: from });
  change(seen, call, { how: 'create', path: to });
};
const connects: Note = (call, seen) => {
  noteAddress(call, seen.connected);
};
const sends: Note = (call, seen) => {
  for (const name of lookedUp(call.text)) seen.names.add(name);
  noteAddress(call, seen.connected);
};

const notes: ReadonlyMap<string, Note> = new Map(
  (
    [
      [starts, 'execve execveat'],
      [forks, 'clone clone3 fork vfork'],
      [moves, 'chdir fchdir'],
      [opens, 'open openat openat2 creat'],
      [changes('remove'), 'unlink unlinkat rmdir'],
      [renames, 'rename renameat renameat2'],
      [changes('create', 1), 'link linkat symlink symlinkat'],
      [changes('create'), 'mkdir mkdirat mknod mknodat'],
      [changes('write'), 'truncate'],
      [connects, 'connect'],
      [sends, 'sendto sendmsg sendmmsg'],
      [
        changes('attributes'),
        'chmod fchmodat fchmodat2 chown lchown fchownat utimensat setxattr lsetxattr removexattr',
      ],
    ] as const
  ).flatMap(([note, names]) => names.split(' ').map((name) => [name, note] as const)),
);

export function observe(trace: string, cwd: string): Observation {
  const seen: Seen = {
    places: new Map(),
    started: [],
    read: new Set(),
    changed: new Map(),
    connected: new Set(),
    names: new Set(),
  };
  let first: string | undefined;
  for (const call of calls(trace)) {
    first ??= call.pid;
    const here = seen.places.get(call.pid) ?? seen.places.get(first) ?? cwd;
    notes.get(call.name)?.(call, seen, { paths: pathsIn(call.text, here), here });
  }
  return {
    started: seen.started.slice(1),
    read: [...seen.read],
    changed: [...seen.changed.values()],
    connected: [...seen.connected],
    names: [...seen.names],
  };
}

/** Each call once, those that another process interrupted put together again. */
function* calls(trace: string): Generator<Call> {
  const open = new Map<string, string>();
  for (const line of trace.split('\n')) {
    const cut = line.indexOf(' ');
    if (cut < 1) continue;
    const pid = line.slice(0, cut);
    let text = line.slice(cut).trimStart();
    if (text.endsWith('<unfinished ...>')) {
      open.set(pid, text.slice(0, -'<unfinished ...>'.length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>/u.exec(text);
    if (resumed !== null) text = (open.get(pid) ?? '') + text.slice(resumed[0].length);
    const name = /^(\w+)\(/u.exec(text)?.[1];
    if (name === undefined) continue;
    // Short calls are padded: `mkdir("src", 0777)                = -1 EEXIST (File exists)`.
    const end = /\)\s+= (-?\d+|\?)(?:<.*>)?(?: E\w+ \(.*\))?$/u.exec(text);
    const at = end?.index ?? -1;
    const result = Number.parseInt(end?.[1] ?? '0', 10);
    yield {
      pid,
      name,
      text: at === -1 ? text : text.slice(0, at),
      result: result || 0,
      error: errorIn(text),
    };
  }
}

function errorIn(text: string): string {
  return / = -1 (E[A-Z0-9]+)/u.exec(text)?.[1] ?? '';
}

/** Quoted names, each made absolute by the directory that its descriptor stands for. */
function pathsIn(text: string, here: string): readonly string[] {
  const paths: string[] = [];
  for (const match of text.matchAll(
    /(?:(?:AT_FDCWD|\d+)<((?:[^<>\\]|\\.)*)>, )?"((?:[^"\\]|\\.)*)"(\.\.\.)?/gu,
  )) {
    const base = match[1] ?? here;
    const name = unescaped(match[2] ?? '');
    paths.push(normal(name.startsWith('/') ? name : `${base}/${name}`));
    if (paths.length === 2) break;
  }
  return paths;
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' };

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:x[\da-f]{2}|[0-7]{1,3}|.)/giu, (escape) => {
    const body = escape.slice(1);
    if (/^x../iu.test(body)) return String.fromCharCode(Number.parseInt(body.slice(1), 16));
    if (/^[0-7]/u.test(body)) return String.fromCharCode(Number.parseInt(body, 8));
    return controls[body] ?? body;
  });
}

function noteAddress({ text }: Call, connected: Set<string>): void {
  const inet = /sin6?_port=htons\((\d+)\).*?(?:inet_addr\("([^"]*)"\)|inet_pton\(AF_INET6, "([^"]*)")/u.exec(
    text,
  );
  if (inet !== null) connected.add(`${inet[2] ?? inet[3] ?? ''}:${inet[1] ?? ''}`);
  const unix = /sun_path=@?"([^"]*)"/u.exec(text);
  if (unix !== null) connected.add(unix[1] ?? '');
}

/** The names in DNS questions: twelve bytes of header, then labels. */
function lookedUp(text: string): readonly string[] {
  const found: string[] = [];
  for (const match of text.matchAll(/"((?:[^"\\]|\\.)*)"/gu)) {
    const bytes = unescaped(match[1] ?? '');
    if (bytes.length < 17 || bytes.charCodeAt(4) !== 0 || bytes.charCodeAt(5) !== 1) continue;
    const labels: string[] = [];
    for (let at = 12; at < bytes.length;) {
      const length = bytes.charCodeAt(at);
      if (length === 0 || length > 63) break;
      labels.push(bytes.slice(at + 1, at + 1 + length));
      at += 1 + length;
    }
    if (labels.length > 0 && labels.every((label) => /^[\w-]+$/u.test(label))) found.push(labels.join('.'));
  }
  return found;
}
