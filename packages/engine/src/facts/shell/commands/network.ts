import { literalOf, type Word } from '../read/words/word.ts';
import type { Arguments, Command, Refinement, Touch } from '../model/model.ts';
import { into } from '../model/into-directory.ts';

const none = { rest: 'text' } as const;
const net = { does: 'acts' } as const;

/** If a file or another option gives the destination, it may be any host. */
function unknownHosts(args: Arguments, ...names: readonly string[]): NonNullable<Refinement['reaches']> {
  return args.options
    .filter(({ name }) => names.includes(name))
    .map(({ name, at }) => ({
      as: 'url',
      word: {
        kind: 'unknown',
        reason: `what ${name} says`,
        starts: '',
        count: 'one',
        span: args.words[at]?.span ?? { start: 0, end: 0 },
      },
    }));
}

/** `jj git clone URL`, `jj git push --remote URL`: only these words name a destination. */
function addressIn(word: Word): NonNullable<Refinement['reaches']> {
  return /^(?:[a-z][\w+.-]*:\/\/|[\w.-]+@[\w.-]+:)\S*$/iu.test(literalOf(word) ?? '')
    ? [{ word, as: 'remote' }]
    : [];
}

/** `curl file:///etc/hosts` reads a file. */
function fileUrls(args: Arguments): readonly Touch[] {
  const words = [...args.operands, ...args.options.filter(({ role }) => role === 'url')].flatMap((each) =>
    'word' in each ? [each.word] : each.value === undefined ? [] : [each.value],
  );
  return words.flatMap((word): Touch[] => {
    const text = literalOf(word);
    if (text === undefined || !/^file:/iu.test(text)) return [];
    const path = text.replace(/^file:(?:\/\/[^/]*)?/iu, '').replace(/[?#].*$/u, '');
    return [{ access: 'read', word: { kind: 'literal', text: decoded(path), span: word.span } }];
  });
}

const sending = /^(?:-d|-F|--data|--data-binary|--data-urlencode|--form|--json|-H|--header|-b|--cookie)$/u;

/** `-d @file`, `-F x=@file`, `-b file`: the file is sent. */
function sentFiles(args: Arguments): readonly Touch[] {
  return args.options.flatMap(({ name, value }): Touch[] => {
    const text = literalOf(value);
    if (text === undefined || value === undefined || !sending.test(name)) return [];
    // A cookie without `=` is the name of a file.
    if (/^(?:-b|--cookie)$/u.test(name)) return text.includes('=') ? [] : [{ access: 'read', word: value }];
    const at = /^(?:-F|--form|--data-urlencode)$/u.test(name)
      ? text.search(/[@<]/u)
      : text.startsWith('@')
        ? 0
        : -1;
    if (at === -1) return [];
    const file = text.slice(at + 1).split(';')[0] ?? '';
    return [{ access: 'read', word: { kind: 'literal', text: file, span: value.span } }];
  });
}

/** `-O`, `-J`, `-w '%output{f}'`: files written under names that the URL or a format determines. */
function savedFiles(args: Arguments): readonly Touch[] {
  const formats = args.options.flatMap(({ name, value }): Touch[] => {
    const text = literalOf(value) ?? '';
    if (value === undefined || !/^(?:-w|--write-out)$/u.test(name)) return [];
    const { span } = value;
    if (text.startsWith('@'))
      return [{ access: 'read', word: { kind: 'literal', text: text.slice(1), span } }];
    return Array.from(text.matchAll(/%output\{(?:>>)?([^}]*)\}/gu), (match): Touch => ({
      access: 'write',
      word: { kind: 'literal', text: match[1] ?? '', span },
    }));
  });
  const names = ['-O', '-J', '--remote-name', '--remote-name-all', '--remote-header-name'];
  if (!args.options.some(({ name }) => names.includes(name))) return formats;
  const folder = literalOf(args.options.find(({ name }) => name === '--output-dir')?.value);
  const urls = [
    ...args.operands.map(({ word }) => word),
    ...args.options.flatMap(({ role, value }) => (role === 'url' && value !== undefined ? [value] : [])),
  ];
  const saved = urls.map((word): Touch => {
    const name = literalOf(word)
      ?.replace(/[?#].*$/u, '')
      .split('/')
      .at(-1);
    const { span } = word;
    // A header or a pattern says what it is called.
    const isOpen =
      name === undefined ||
      name === '' ||
      /[{}[\]]/u.test(name) ||
      args.options.some((each) => /^(?:-J|--remote-header-name)$/u.test(each.name));
    return {
      access: 'write',
      word: isOpen
        ? { kind: 'unknown', reason: 'a name that the server gives', starts: '', count: 'one', span }
        : { kind: 'literal', text: folder === undefined ? name : `${folder}/${name}`, span },
    };
  });
  return [...formats, ...saved];
}

/** Without `-O`, each URL is saved under its last name; with `-r` and similar options, a tree under its host's. */
function wgetFiles(args: Arguments): readonly Touch[] {
  const has = (...names: readonly string[]): boolean => args.options.some(({ name }) => names.includes(name));
  if (has('-O', '--output-document', '--spider')) return [];
  const folder = literalOf(
    args.options.find(({ name }) => name === '-P' || name === '--directory-prefix')?.value,
  );
  const isTree = has('-r', '-m', '-p', '-x', '--recursive');
  return args.operands.flatMap(({ word }): Touch[] => {
    const text = literalOf(word)
      ?.replace(/^[a-z]+:\/\//iu, '')
      .replace(/#.*$/u, '');
    const name = isTree
      ? text?.split('/')[0]
      : text?.includes('/') === true
        ? text.split('/').at(-1)
        : 'index.html';
    if (name === undefined || name === '') return [];
    const file = folder === undefined ? name : `${folder}/${name}`;
    return [{ access: 'write', word: { kind: 'literal', text: file, span: word.span }, recursive: isTree }];
  });
}

/** `{a,b}` and `[1-9]` in a URL are patterns, and the host is what they expand to. */
function globbedHosts(args: Arguments): NonNullable<Refinement['reaches']> {
  if (args.options.some(({ name }) => name === '-g' || name === '--globoff')) return [];
  const words = [
    ...args.operands.map(({ word }) => word),
    ...args.options.flatMap(({ role, value }) => (role === 'url' && value !== undefined ? [value] : [])),
  ];
  return words
    .filter((word) => /^(?:[a-z]+:\/\/)?[^/]*[{[](?![\da-f:.]+\])/iu.test(literalOf(word) ?? ''))
    .map(({ span }) => ({
      as: 'url' as const,
      word: {
        kind: 'unknown' as const,
        reason: 'a pattern that curl expands',
        starts: '',
        count: 'any' as const,
        span,
      },
    }));
}

/** `openssl x509 -in FILE -noout -dates`, `openssl rand -hex 8`. Configuration and engines can load code. */
function showsCertificate(args: Arguments): Refinement | undefined {
  const [verb, count, ...more] = args.operands.map(({ word }) => literalOf(word) ?? '$');
  const shows =
    '-in -noout -text -subject -issuer -dates -enddate -startdate -serial -fingerprint -sha256 -purpose';
  const known = new Set(`${shows} -checkend -inform`.split(' '));
  const isPlain = args.strangers.length + args.vague.length + more.length === 0;
  if (verb === 'x509' && count === undefined && isPlain)
    return args.options.some(({ name }) => name === '-noout') &&
      args.options.every(({ name }) => known.has(name))
      ? { does: 'reads' }
      : undefined;
  const isRandom = verb === 'rand' && /^\d+$/u.test(count ?? '') && isPlain;
  return isRandom && args.options.every(({ name }) => name === '-hex' || name === '-base64')
    ? { does: 'reads' }
    : undefined;
}

function decoded(path: string): string {
  return path.replaceAll(/%([\da-f]{2})/giu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Everything that reaches another machine. Never read-only: a name lookup alone can carry data out. */
export const network = (): readonly Command[] => [
  {
    // With `-r` a file is read; without it the network is captured.
    names: ['tcpdump', 'tshark'],
    does: 'acts',
    options:
      '-n -nn -e -q -v -vv -vvv -t -tt -ttt -tttt -A -x -xx -V -2 -l -# -c: -Y: -T: -R: -d: -f: -s: -i: -z: -E: -r:read',
    changing: '-w:write -X: -o: -F: -G: -C: -W: -Z:',
    operands: { rest: 'text' },
    examples: {
      acts: ['tcpdump -i eth0', 'tshark -r a.pcap'],
      touches: [['tcpdump -nn -r a.pcap', 'read a.pcap']],
    },
  },
  {
    names: ['curl'],
    ...net,
    outputs: '-o --output -D --dump-header -c --cookie-jar',
    fetches: {
      sends:
        '-d --data --data-raw --data-binary --data-urlencode --data-ascii --json -F --form --form-string -X --request -H --header -u --user -b --cookie -A --user-agent -e --referer -Q -t --telnet-option --url-query --netrc -n --netrc-file -E --cert --key',
    },
    options:
      '-#0123469aBfgGiIjJklLMnNOpqRsSvVZ -AbCdeEFhHmPQrtTuUwxXyYz: --location --silent --show-error --fail --include --head --request: --header: --data: --data-raw: --data-binary: --data-urlencode: --user: --user-agent: --compressed --max-time: --connect-timeout: --retry: --insecure --verbose --form: --cookie: --get --json: --http1.1 --http2 --url:url --cert:read --key:read --cacert:read --capath:read --netrc-file:read --netrc --write-out: --referer: --range: --globoff --ipv4 --ipv6 --no-progress-meter --progress-bar --fail-with-body',
    escalating: [
      {
        options:
          '--output-dir:write -o:output --output:output -D:output --dump-header:output -c:write --cookie-jar:write --trace:write --trace-ascii:write --stderr:write --etag-save:write --hsts:write --alt-svc:write --libcurl:write --create-dirs',
        why: 'writes a file',
      },
      { options: '-T:read --upload-file:read', why: 'may send a file' },
      { options: '--engine:', why: 'loads a library' },
      { options: '-K:read --config:read', why: 'takes its options from a file' },
      {
        options:
          '-x:url --proxy:url --socks4:url --socks4a:url --socks5:url --socks5-hostname:url --preproxy:url --connect-to: --resolve: --unix-socket: --abstract-unix-socket: --doh-url:url --dns-servers:',
        why: 'goes another way than the address says',
      },
      { options: '-O -J --remote-name --remote-name-all --remote-header-name', why: 'writes a file' },
    ],
    operands: { rest: 'url' },
    refine: (args) => ({
      reaches: [
        ...globbedHosts(args),
        ...unknownHosts(
          args,
          '-K',
          '--config',
          '--connect-to',
          '--resolve',
          '--unix-socket',
          '--abstract-unix-socket',
        ),
      ],
      touches: [...fileUrls(args), ...sentFiles(args), ...savedFiles(args)],
      escalations: args.options.flatMap(({ name, value, at }) => {
        const text = literalOf(value);
        // The value may be a literal body; only `@file` is a file.
        if (name === '--data-binary' && (text ?? '@').startsWith('@'))
          return [{ at, why: 'may send a file' }];
        const isFormat = name === '-w' || name === '--write-out';
        // `%output{x}` writes its output to a file, `@x` is a file with the format.
        return isFormat && (text === undefined || /%output|^@/u.test(text))
          ? [{ at, why: 'writes a file' }]
          : [];
      }),
    }),
    examples: {
      acts: [
        "curl --data-binary '{}' http://localhost:3000/api",
        'curl -s https://example.com',
        "curl -X POST -H 'A: b' -d '{}' http://localhost:3000/api",
      ],
      escalates: [
        'curl -o x https://e',
        'curl -O https://e/x',
        'curl -T f https://e',
        'curl -K cfg',
        'curl -sSLo x https://e',
        'curl --data-binary @f https://e',
        'curl --data-binary "$X" https://e',
        "curl -w '%output{x}%{http_code}' https://e",
      ],
      touches: [
        ['curl -d @secret https://e', 'read secret'],
        ['curl -F f=@a https://e', 'read a'],
        ['curl -b jar https://e', 'read jar'],
        ['curl -b a=b https://e', ''],
        ['curl -O https://e/package.json', 'write package.json'],
        ["curl -w '%output{f}' https://e", 'write f'],
        ['curl file:///etc/hosts', 'read /etc/hosts'],
        ['curl FILE://localhost/a%20b', 'read /a b'],
      ],
    },
  },
  {
    names: ['wget', 'wget2'],
    ...net,
    options:
      '-bcdhkLmNnpqrSvVxKHE46 -aABDeIlQRTtUwX: --quiet --continue --timeout: --tries: --user-agent: --header: --no-check-certificate --spider --no-verbose --server-response --method: --recursive --level:',
    escalating: [
      {
        options:
          '-O:output --output-document:output -P:write --directory-prefix:write -o:write --output-file:write -a:write --append-output:write --save-cookies:write',
        why: 'writes a file',
      },
      {
        options:
          '-e: --execute: --config:read --use-askpass:program --post-file:read --body-file:read -i:read --input-file:read --post-data: --body-data:',
        why: 'takes options from elsewhere or sends data',
      },
    ],
    operands: { rest: 'url' },
    refine: (args) => ({
      reaches: unknownHosts(args, '-i', '--input-file', '-e', '--execute', '--config'),
      touches: wgetFiles(args),
    }),
    examples: {
      acts: ['wget https://example.com/x', 'wget -qO- https://e', 'wget -O - https://e'],
      escalates: ['wget -O x https://e', 'wget --post-file=f https://e'],
      touches: [
        ['wget https://e/package.json', 'write package.json'],
        ['wget -P d https://e/x', 'write d, write d/x'],
        ['wget -qO- https://e/x', ''],
      ],
    },
  },
  {
    names: ['scp'],
    ...net,
    options: '-346ABCpqrRTv -cilPX:',
    escalating: [
      { options: '-o:code -S:shell -D:shell -F:read -J:', why: 'can name a program that runs here' },
    ],
    operands: { rest: 'remote-from', last: 'remote-to' },
    refine: (args) => {
      const target = args.operands.at(-1)?.word;
      if (target === undefined || /^[^/]*:/u.test(literalOf(target) ?? ':')) return undefined;
      return { touches: args.operands.slice(0, -1).flatMap(({ word }) => into(word, target)) };
    },
    examples: {
      acts: ['scp a host:b'],
      escalates: ['scp -S ./x a h:b'],
      touches: [
        ['scp a host:b', 'read a'],
        ['scp host:b a', 'write a, write a/b'],
      ],
    },
  },
  {
    names: [
      'httpie',
      'curlie',
      'aria2c',
      'axel',
      'lftp',
      'tftp',
      'telnet',
      'rclone',
      's3cmd',
      'mc-client',
      'yt-dlp',
      'youtube-dl',
      'ngrok',
      'cloudflared',
      'localtunnel',
      'websocat',
      'wscat',
      'evans',
      'siege',
      'nmap',
      'masscan',
      'age',
      'ssh-add',
      'ssh-copy-id',
      'ssh-agent',
      'keytool',
      'mail',
      'mailx',
      'sendmail',
      'mutt',
      'msmtp',
      'swaks',
      'finger',
      'rsh',
      'rlogin',
      'rcp',
      'bzr',
      'fossil',
      'cvs',
    ],
    ...net,
    operands: { rest: 'url' },
    examples: { acts: ['telnet h'] },
  },
  {
    // Its file may send other files, as the code of a project may.
    names: ['hurl'],
    ...net,
    options:
      '-ikLv --test --variable: --variables-file:read --secret: --glob:read --json --color --no-color --pretty --verbose --very-verbose --continue-on-error --jobs: --parallel --repeat: --retry: --retry-interval: --delay: --max-time: --connect-timeout: --from-entry: --to-entry: --location --compressed --include --insecure',
    operands: { rest: 'read' },
    examples: { acts: ['hurl --test --variable host=http://localhost:3000 a.hurl'] },
  },
  {
    names: ['otel-cli'],
    ...net,
    subcommands: [
      {
        names: ['span'],
        ...net,
        fetches: { sends: '--name --service --attrs' },
        options:
          '-v -n: -s: --endpoint:url --name: --service: --kind: --attrs: --start: --end: --status-code: --status-description: --verbose --fail --insecure --protocol: --timeout: --traceparent-print',
        operands: none,
        examples: { acts: ['otel-cli span --name a --endpoint http://localhost:4318'] },
      },
    ],
    examples: { acts: ['otel-cli exec --name a make'] },
  },
  {
    names: ['hg'],
    ...net,
    options: '-m:plain --message:plain',
    operands: { rest: 'url' },
    examples: { acts: ["hg commit -m 'x y'", 'hg push'] },
  },
  {
    names: ['jj'],
    ...net,
    options:
      '-m:plain --message:plain -r:plain --revision:plain --revisions:plain -T:plain --template:plain --from:plain --to:plain --into:plain -s:plain --source:plain -d:plain --destination:plain --onto:plain -b:plain -A:plain --insert-after:plain -B:plain --insert-before:plain -n: --limit: -p --git --stat --summary --name-only --types --no-graph --reversed --reset-author --no-edit --edit --parallel --keep-emptied --skip-emptied -i --interactive -u --use-destination-message --no-pager --ignore-working-copy --ignore-immutable --quiet --color: --at-op: --at-operation: --context: -w --ignore-all-space --ignore-space-change --colocate --all-remotes --remote: --deleted --tracked --allow-backwards --ignore-working-copy',
    operands: { rest: 'text' },
    refine: ({ words }) => ({ reaches: words.flatMap(addressIn) }),
    examples: {
      acts: [
        "jj describe -m 'x y'",
        'jj git clone https://a.example/x',
        'jj log -r @ -n 3',
        'jj git push -r @',
        'jj --config x=y log',
      ],
    },
  },
  {
    names: ['svn'],
    ...net,
    options: '-m:plain --message:plain',
    operands: { rest: 'url' },
    examples: { acts: ['svn commit -m x'] },
  },
  {
    names: ['ftp'],
    ...net,
    operands: { rest: 'host' },
    standardInput: 'code',
    examples: { acts: ['ftp h'] },
  },
  {
    names: ['gpg', 'gpg2'],
    ...net,
    options:
      '-abcdeknqsvKk -ru: --armor --symmetric --decrypt --encrypt --sign --clearsign --clear-sign --detach-sign --verify --list-keys --list-secret-keys --fingerprint --batch --yes --no-tty --recipient: --local-user: --keyid-format: --import --export --export-secret-keys --recv-keys --search-keys --keyserver:url --homedir:read --quiet --verbose',
    escalating: [
      {
        options: '-o:output --output:output --status-file:write --logger-file:write --attribute-file:write',
        why: 'writes a file',
      },
      {
        options:
          '--options:read --exec-path: --agent-program:program --dirmngr-program:program --photo-viewer:shell --passphrase-file:read --load-extension:',
        why: 'names a program, or reads options or a passphrase from a file',
      },
    ],
    operands: { rest: 'read' },
    prints: '--version --help',
    examples: {
      acts: ['gpg -c x', 'gpg --verify a.sig a'],
      escalates: ['gpg -o package.json -d x', 'gpg --output x -d y'],
      touches: [['gpg -o out -d x', 'write out, read x']],
    },
  },
  {
    names: ['openssl'],
    ...net,
    style: 'words',
    options:
      '-in:read -inkey:read -key:read -cert:read -CAfile:read -CApath:read -certfile:read -rand:read -config:read -kfile:read -passin: -pass: -text -noout -nodes -dates -subject -issuer -fingerprint -serial -enddate -startdate -checkend: -base64 -a -A -d -e -sha256 -sha512 -hex -purpose -inform: -outform:',
    escalating: [
      { options: '-out:write -keyout:write -writerand:write -signature:read', why: 'writes a file' },
      { options: '-engine: -provider: -provider-path:', why: 'loads a library' },
      { options: '-connect:host -proxy:host -url:url', why: 'reaches the network' },
    ],
    operands: none,
    prints: 'version',
    refine: showsCertificate,
    examples: {
      reads: ['openssl version', 'openssl x509 -in a.crt -noout -dates', 'openssl rand -hex 8'],
      acts: [
        'openssl s_client',
        'openssl x509 -in a.crt',
        'openssl x509 -in a.crt -noout -config x',
        'openssl x509 -noout -in a.crt x',
        'openssl rand -rand f 8',
      ],
      escalates: ['openssl enc -in a -out b', 'openssl s_client -connect x.example:443'],
      touches: [['openssl enc -base64 -in a', 'read a']],
    },
  },
  {
    names: [
      'dig',
      'nslookup',
      'host',
      'drill',
      'kdig',
      'ping',
      'ping6',
      'traceroute',
      'tracepath',
      'mtr',
      'whois',
      'arping',
      'fping',
      'nping',
      'avahi-resolve',
      'resolvectl',
    ],
    ...net,
    operands: { rest: 'host' },
    examples: { acts: ['dig example.com', 'ping -c 1 x', 'nslookup x'] },
  },
];
