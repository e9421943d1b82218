import { literalOf, type Word } from '../read/words/word.ts';
import { type Arguments, type Command, type Refinement, used } from '../model/model.ts';

const asks = { does: 'acts' } as const;

function url(text: string, span: Word['span']): NonNullable<Refinement['reaches']>[number] {
  return { word: { kind: 'literal', text, span }, as: 'url' };
}

const method = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/iu;
/** `name==value`, `name=value`, `name:=1`, `Name:value`; a file follows `@`. */
const item = /^[\w.[\]-]+(?:==|:=|=|:)(?!@)[^@]*$/u;

/** `http GET :8001/items limit==2`: the URL is the first operand, or the second after a method. */
function httpieTarget(args: Arguments): Refinement {
  const [first] = args.operands;
  const behind = method.test(literalOf(first?.word) ?? '') ? 1 : 0;
  const target = args.operands[behind];
  const text = literalOf(target?.word);
  const items = args.operands.slice(behind + 1);
  const isPlain = text !== undefined && items.every(({ word }) => item.test(literalOf(word) ?? '@'));
  const reaches =
    target === undefined
      ? []
      : [
          text === undefined
            ? { word: target.word, as: 'url' as const }
            : url(httpieUrl(text, args), target.word.span),
        ];
  return isPlain ? { reaches } : { reaches, does: 'acts', why: 'may send a file' };
}

function httpieUrl(text: string, { path }: Arguments): string {
  if (/^[a-z][a-z\d+.-]*:\/\//iu.test(text)) return text;
  const scheme = path[0] === 'https' ? 'https' : 'http';
  return `${scheme}://${text.startsWith(':') ? `localhost${text.replace(/^:(?=\/|$)/u, '')}` : text}`;
}

/** `nc -z host port` only probes the port. Otherwise standard input is sent. */
function knocks(args: Arguments): Refinement {
  const [host, ...ports] = args.operands;
  const name = literalOf(host?.word);
  const numbers = ports.map(({ word }) => literalOf(word) ?? '');
  const isPlain =
    used(args, '-z') &&
    !used(args, '-l', '-k', '-x', '-X') &&
    numbers.length === 1 &&
    /^\d+$/u.test(numbers[0] ?? '');
  if (host === undefined) return { does: 'acts', why: 'waits for a connection' };
  if (name === undefined || !isPlain)
    return { reaches: [{ word: host.word, as: 'host' }], does: 'acts', why: 'reaches the network' };
  return { reaches: [url(`tcp://${name}:${numbers[0] ?? ''}`, host.word.span)] };
}

/** `grpcurl -plaintext localhost:9090 list`: the address has no scheme. */
function firstAddress(args: Arguments): Refinement {
  const [target] = args.operands;
  if (target === undefined) return { does: 'acts', why: 'names no address' };
  const text = literalOf(target.word);
  if (text === undefined) return { reaches: [{ word: target.word, as: 'url' }] };
  return { reaches: [url(text.includes('://') ? text : `http://${text}`, target.word.span)] };
}

/** Clients that send requests to one server and print its responses. On this machine that means testing one's own work. */
export const localRequests = (): readonly Command[] => [
  {
    names: ['http', 'https', 'xh'],
    ...asks,
    options:
      '-vhbfjFI -p: -s: --ignore-stdin --print: --headers --body --verbose --form --json --follow --check-status --timeout: --pretty: --style: --meta --quiet --stream --all',
    changing: '-d --download -c --continue',
    escalating: [
      { options: '-o:write --output:write --session: --session-read-only:', why: 'writes a file' },
      {
        options: '--proxy: --cert:read --cert-key:read --verify: --auth: -a: --auth-type: -A:',
        why: 'goes another way',
      },
    ],
    fetches: { sends: '--form --json -f -j' },
    operands: { rest: 'text' },
    prints: '--version --help',
    refine: httpieTarget,
    examples: {
      acts: [
        'http GET :8001/v1/items limit==2',
        'http localhost:3000 name=x',
        'http evil.example',
        'http :80 f@secret',
      ],
      escalates: ['http -o x :80', 'http --session=a :80', 'http --proxy=http:http://e :80'],
    },
  },
  {
    names: ['nc', 'ncat', 'netcat'],
    ...asks,
    options:
      '-46bCdDFhklnNrStuUvzZ -iIMmpPqTVwX: -s:host --listen --udp --verbose --ssl --recv-only --send-only',
    escalating: [
      { options: '-c:shell --sh-exec:shell', why: 'runs a command for every connection' },
      { options: '-e:program --exec:program --lua-exec:read', why: 'runs a program for every connection' },
      { options: '-o:write --output:write --hex-dump:write', why: 'writes a file' },
      // In one netcat a proxy, in another a file for a dump.
      { options: '-x:host --proxy:host', why: 'goes another way than the address says' },
    ],
    fetches: { sends: '-z' },
    operands: { rest: 'text' },
    refine: (args) => ({
      ...knocks(args),
      touches: args.options.flatMap(({ name, value }) =>
        name === '-x' && value !== undefined ? [{ access: 'write' as const, word: value }] : [],
      ),
    }),
    examples: {
      touches: [['ncat -x dump h 1', 'write dump']],
      acts: ['nc -l 80', 'nc -zv h 80', 'nc localhost 80', 'nc -z localhost'],
      escalates: ['nc -e /bin/sh h 1', 'ncat --sh-exec id h 1'],
    },
  },
  {
    names: ['grpcurl'],
    ...asks,
    style: 'words',
    options:
      '-plaintext -d: -H: -rpc-header: -max-time: -connect-timeout: -v -vv -emit-defaults -format: -import-path:read -proto:read',
    fetches: { sends: '-d -H -rpc-header -plaintext' },
    operands: { rest: 'text' },
    refine: firstAddress,
    examples: {
      acts: ['grpcurl -plaintext localhost:9090 list', 'grpcurl evil.example:443 list', 'grpcurl'],
    },
  },
  {
    names: ['ghz'],
    ...asks,
    options:
      '-n: -c: -d: -z: -x: -t: --insecure --skipTLS --call: --total: --concurrency: --data: --duration: --timeout: --rps: --connections: --proto:read --protoset:read --data-file:read',
    fetches: { sends: '-n -c -d -z -x -t --data --total --call' },
    operands: { rest: 'text' },
    refine: firstAddress,
    examples: { acts: ['ghz --insecure --call a.B.C -d {} localhost:9090', 'ghz evil.example:443'] },
  },
  {
    names: ['hey', 'ab', 'wrk'],
    ...asks,
    options:
      '-n: -c: -t: -d: -z: -q: -H: -m: -T: -k --latency --timeout: --duration: --threads: --connections:',
    escalating: [{ options: '-s:program --script:program', why: 'runs a script' }],
    // `-d` may be a body or a duration; a body may come from a file.
    changing: '-D:read -o: -e:write -g:write -p:read -u:read',
    fetches: { sends: '-n -c -t -d -z -q -H -m -T -k' },
    operands: { rest: 'text' },
    refine: firstAddress,
    examples: {
      acts: ['hey -n 100 http://localhost:8080/health', 'ab -n 10 -p f http://localhost/'],
      escalates: ['wrk -s x.lua http://localhost'],
    },
  },
];
