import { readArguments } from '../model/arguments.ts';
import { type Arguments, type Command, type Refinement, type Touch, used } from '../model/model.ts';
import { databases, isContainedQuery } from './databases.ts';
import { into } from '../model/into-directory.ts';
import { onlyPrints } from '../model/proof.ts';
import { literalOf, type Word } from '../read/words/word.ts';

const none = { rest: 'text' } as const;
const act = (names: readonly string[], more: Partial<Command> = {}): Command => ({
  names,
  does: 'acts',
  operands: none,
  ...more,
});
const gone = { destructive: true } as const;

/** Reading secrets needs approval, and a template can come from a file. */
function refineGet(args: Arguments): Refinement | undefined {
  if (args.operands.some(({ word }) => /secret/iu.test(literalOf(word) ?? 'secret'))) {
    return { does: 'acts', why: 'may show secrets' };
  }
  const templated = args.options.some(
    ({ value }) =>
      value !== undefined && /(?:template|columns|jsonpath)-file/u.test(literalOf(value) ?? 'template-file'),
  );
  if (templated) return { does: 'acts', why: 'a template that is not known' };
  // A file can name secrets, and formats other than the table show them.
  const isNamedInFile = used(args, '-f', '-k', '-R', '--filename', '--kustomize');
  const isTable = args.options.every(
    ({ name, value }) => !/^(?:-o|--output)$/u.test(name) || /^(?:wide|name)$/u.test(literalOf(value) ?? ''),
  );
  return isNamedInFile && !isTable ? { does: 'acts', why: 'may show secrets' } : undefined;
}

/** `kubectl apply --dry-run=client -f x.yaml`: if there were several, the last would count. */
function rehearses(args: Arguments): Refinement | undefined {
  const dry = args.options.filter(({ name }) => name === '--dry-run').map(({ value }) => literalOf(value));
  const isPlain = args.strangers.length + args.vague.length + args.operands.length === 0;
  return isPlain && dry.length === 1 && /^(?:client|server)$/u.test(dry[0] ?? '')
    ? { does: 'reads' }
    : undefined;
}

/** `aws ec2 describe-instances`: lists resources. Not read-only if it shows secrets, or goes to another address. */
function describes(args: Arguments): Refinement | undefined {
  const [verb, ...values] = args.operands.map(({ word }) => literalOf(word));
  const isAsking =
    /^(?:(?:describe|list)-[a-z\d-]+|tail|filter-log-events|get-log-events|get-metric-(?:statistics|data)|get-(?:role|policy|policy-version|group|instance-profile|account-summary|hosted-zone|distribution|change|query-results))$/u.test(
      verb ?? '',
    );
  const isSecret =
    /secret|task-definition|attribute|parameter|credential|access-key|user-data|template|launch-configuration|function|configuration-settings|job|environment|password|token/u.test(
      verb ?? '',
    );
  const isPlain =
    args.vague.length === 0 &&
    values.every((text) => text !== undefined && !text.includes('://')) &&
    args.strangers.every(
      ({ text }) => /^--[a-z\d-]+$/u.test(text) && !/^--(?:e$|en(?!d-time$)|cli|ca|no-v|ge|deb)/u.test(text),
    );
  return isAsking && !isSecret && isPlain ? { does: 'reads' } : undefined;
}

/** `-i HOST,` is a list of hosts; without the comma it is a file. */
function inventoryHosts(args: Arguments): Refinement {
  const given = args.options.filter(({ name }) => name === '-i' || name === '--inventory');
  return {
    reaches: given.flatMap(({ value }) => {
      const text = literalOf(value);
      if (value === undefined || text === undefined || !text.includes(',')) return [];
      return text
        .split(',')
        .filter((host) => host !== '')
        .map((host) => ({
          word: { kind: 'literal' as const, text: host, span: value.span },
          as: 'host' as const,
        }));
    }),
    touches: given.flatMap(({ value }) =>
      value !== undefined && literalOf(value)?.includes(',') !== true
        ? [{ access: 'read' as const, word: value }]
        : [],
    ),
  };
}

/** `{{.Config.Env}}`, `{{json .Config}}`, `{{range $k, $v := .}}`: a template with more than single fields. */
function showsVariables(template: Word | undefined): boolean {
  const text = literalOf(template);
  return (
    text === undefined || /env|\.config\b(?!\.)|\.(?![\w])|\$/iu.test(text.replaceAll(/\}\}[^{]*/gu, '}}'))
  );
}

/**
 * `docker service inspect x`, `docker config inspect x`: variables and files of running services. For a whole container, the
 * contract of the modes declares it read-only (decision 0017).
 */
function showsDefinition({ path, options }: Arguments): boolean {
  const kind = path.length > 2 ? path[1] : literalOf(options.find(({ name }) => name === '--type')?.value);
  return /^(?:service|task|config|secret|swarm|stack)$/u.test(kind ?? '');
}

const lists = (): readonly Command[] => [
  {
    names: ['ps'],
    does: 'reads',
    options: '-aqls -fn: --all --quiet --latest --size --no-trunc --filter: --format: --last:',
    operands: {},
    examples: {},
  },
  {
    names: ['images'],
    does: 'reads',
    options: '-aq -f: --all --quiet --digests --no-trunc --filter: --format: --tree',
    operands: none,
    examples: {},
  },
  {
    names: ['logs'],
    does: 'reads',
    options: '-ft -n: --follow --timestamps --tail: --since: --until: --details',
    operands: none,
    examples: {},
  },
  {
    names: ['inspect'],
    does: 'reads',
    options: '-s -f: --size --format: --type:',
    operands: none,
    refine: (args) => {
      const templates = args.options.filter(({ name }) => /^(?:-f|--format)$/u.test(name));
      const isShown = templates.some(({ value }) => showsVariables(value));
      return isShown || (templates.length === 0 && showsDefinition(args))
        ? { does: 'acts', why: 'may show the variables of the container' }
        : undefined;
    },
    examples: {},
  },
  { names: ['info', 'version'], does: 'reads', options: '-f: --format:', operands: {}, examples: {} },
  {
    names: ['top', 'port', 'history', 'diff', 'search'],
    does: 'reads',
    options: '-Hq --no-trunc --quiet --human? --format:',
    operands: none,
    refine: (args) =>
      literalOf(args.words[args.from - 1]) === 'search'
        ? { does: 'acts', why: 'reaches the network' }
        : undefined,
    examples: {},
  },
  {
    names: ['stats'],
    does: 'reads',
    options: '-a --all --no-stream --no-trunc --format:',
    operands: none,
    examples: {},
  },
];

/** The registry at the start of an image's name. A local image needs none, so this is only suspected. */
function imageHost(word: Word | undefined): NonNullable<Refinement['reaches']> {
  const text = literalOf(word);
  const host = text?.includes('/') === true ? (text.split('/')[0] ?? '') : '';
  if (word === undefined || !/[.:]|^localhost$/u.test(host)) return [];
  return [{ word: { kind: 'literal', text: host, span: word.span }, as: 'host' }];
}

/** The paths of this machine that a container receives. A name without a slash is a volume of the daemon. */
function mounts(args: Arguments): Refinement {
  const given = args.options.flatMap(({ name, value, at }) => {
    if (value === undefined || !/^(?:-v|--volume|--mount)$/u.test(name)) return [];
    return [{ at, ...mounted(name, value) }];
  });
  return {
    touches: given.flatMap(({ touches }) => touches),
    escalations: given.flatMap(({ at, reaches }) =>
      reaches ? [{ at, why: 'gives the container a part of this machine' }] : [],
    ),
  };
}

function mounted(
  name: string,
  value: Word,
): { readonly touches: readonly Touch[]; readonly reaches: boolean } {
  const text = value.kind === 'literal' ? value.text : value.starts;
  const source = name === '--mount' ? mountSource(text) : text.slice(0, Math.max(0, text.indexOf(':')));
  const known = value.kind === 'literal' || text.includes(name === '--mount' ? ',' : ':');
  if (!known) return { touches: [{ access: 'read', word: value, recursive: true }], reaches: true };
  if (source?.includes('/') !== true) return { touches: [], reaches: false };
  const word: Word = { kind: 'literal', text: source, span: value.span };
  const touches: Touch[] = [{ access: 'read', word, recursive: true }];
  // Not recursive: mounting a project does not ask because of its repository.
  if (!/(?:^|[:,])(?:ro|readonly)(?:$|[,=])/u.test(text)) touches.push({ access: 'write', word });
  return { touches, reaches: source.endsWith('.sock') };
}

function mountSource(text: string): string | undefined {
  return text
    .split(',')
    .map((field) => /^(?:src|source)=(.*)$/u.exec(field)?.[1])
    .find((source) => source !== undefined);
}

/** `docker cp`, `kubectl cp`: one side is a local file. */
const copies: Command = act(['cp'], {
  options: '-aqL -cn: --archive --quiet --follow-link --container: --namespace: --no-preserve --retries:',
  operands: { first: ['remote-from', 'remote-to'] },
  refine: (args) => {
    const [from, to] = args.operands.map(({ word }) => word);
    return from === undefined || to === undefined || literalOf(to)?.includes(':') === true
      ? undefined
      : { touches: into(from, to) };
  },
  examples: {
    touches: [
      ['docker cp x:/a ./b', 'write ./b, write ./b/a'],
      ['docker cp ./a x:/b', 'read ./a'],
    ],
  },
});

const execs: Command = {
  names: ['exec'],
  does: 'acts',
  style: 'options-first',
  options:
    '-ditT -uew: --detach --interactive --tty --user: --env: --env-file: --workdir: --privileged --detach-keys: --index: --no-TTY',
  carries: { how: 'argv', skip: 1, elsewhere: 'in a container', contained: true, away: true },
  examples: { carries: [['docker exec -it app rm -rf /data', 'rm -rf /data']] },
};
/** Information about the container itself: versions, processes, file names, queues. */
const showsItself =
  /^(?:(?:node|npm|go|php|nginx|ruby) -v|nginx -t|hostname(?: -[a-zA-Z]+)?|date(?: -[uR]+| \+[\w%:.-]+)*|(?:ls|ps|df|du|uname|whoami|id|pwd|uptime|nproc|free)(?: -[a-zA-Z\d]+| [\w./+][\w./=+-]*)*|rabbitmqctl (?:status|list_\w+)(?: \w+)*|(?:wget -qO ?-|curl(?: -[sSfi]+)*) https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?:\/[\w./-]*)?|(?:timeout \d+ )?kafka-console-consumer(?:\.sh)?(?: --(?:bootstrap-server (?:localhost|127\.0\.0\.1)(?::\d+)?|topic [\w.-]+|from-beginning|max-messages \d+|partition \d+|offset \w+|timeout-ms \d+))+|kafka-(?:topics|consumer-groups)(?:\.sh)? --bootstrap-server (?:localhost|127\.0\.0\.1)(?::\d+)?(?: --(?:list|describe|all-groups|topic|group)(?: [\w.-]+)?)+)$/u;

/** `node --version`: a program that is known to print only this, whatever its directory contains. */
function showsVersion(words: readonly (string | undefined)[]): boolean {
  const [name = '', option, ...more] = words;
  return option === '--version' && more.length === 0 && /^[a-z][\w.-]*$/u.test(name) && onlyPrints(name);
}

/** `docker compose exec db psql -c 'select ...'`: a read-only query in a running container. */
function containedQuery(args: Arguments): Refinement | undefined {
  const command = args.operands[1];
  const plain = ['-T', '-i', '-t', '-u', '--user', '--index', '--no-TTY', '--interactive', '--tty'];
  const isPlain =
    args.strangers.length + args.vague.length === 0 &&
    args.options.every(({ name, role }) => role !== undefined || plain.includes(name));
  if (command === undefined || !isPlain || args.operands[0]?.word.kind !== 'literal') return undefined;
  const name = literalOf(command.word) ?? '';
  const row = databases().find(({ names }) => names.includes(name));
  const words = args.words.slice(command.at);
  const text = words.map((word) => literalOf(word) ?? '\n').join(' ');
  if (showsItself.test(text) || showsVersion(words.map(literalOf))) return { does: 'reads' };
  const asks =
    name === 'pg_isready'
      ? words.every((word) => /^[\w.-]+$/u.test(literalOf(word) ?? ''))
      : row !== undefined && name !== 'sqlite3' && isContainedQuery(row, readArguments(row, words));
  return asks ? { does: 'reads' } : undefined;
}

const runs: Command = {
  names: ['run', 'create'],
  does: 'acts',
  style: 'options-first',
  options:
    '-ditPqT -epwumhlac: -v: --rm --name: --volume: --mount: --publish: --env: --env-file:read --network: --net: --workdir: --user: --entrypoint:program --platform: --detach --interactive --tty --init --memory: --cpus: --gpus: --restart: --hostname: --label: --pull: --add-host: --shm-size: --tmpfs: --read-only --link: --no-deps --service-ports --build --quiet',
  escalating: [
    {
      options:
        '--privileged --cap-add: --security-opt: --device: --device-cgroup-rule: --pid: --ipc: --uts: --userns: --cgroupns: --cgroup-parent: --volumes-from: --runtime:',
      why: 'lets the container reach this machine',
    },
  ],
  carries: { how: 'argv', skip: 1, elsewhere: 'in a container', contained: true, away: true },
  refine: (args) => {
    const { touches = [], escalations = [] } = mounts(args);
    return { touches, escalations, reaches: imageHost(args.operands[0]?.word) };
  },
  examples: {
    acts: ['docker run --rm -v ./src:/src alpine'],
    escalates: [
      'docker run --privileged alpine',
      'docker run -v/var/run/docker.sock:/s alpine',
      'docker run --pid=host alpine',
      'docker run -v "$X:/x" alpine',
    ],
    touches: [
      ['docker run -v volume:/b alpine', ''],
      ['docker run -v /:/host alpine', 'read //**, write /'],
      ['docker run -v ./a:/b:ro alpine', 'read ./a/**'],
      ['docker run --mount type=bind,src=/etc,dst=/e,readonly alpine', 'read /etc/**'],
    ],
    carries: [['docker run --rm -v /:/x alpine rm -rf /x', 'rm -rf /x']],
  },
};

const spaceUsed: Command = {
  names: ['df', 'info'],
  does: 'reads',
  options: '-v -f: --verbose --format:',
  operands: {},
  examples: {
    reads: ['docker system df', 'docker system df -v'],
    acts: ['docker system prune', 'docker system df x'],
  },
};

const contextShown: Command = {
  names: ['show'],
  does: 'reads',
  operands: {},
  examples: { reads: ['docker context show'], acts: ['docker context use x'] },
};

/** This queries the registry at the start of the name, not the daemon. */
const fetchedManifest: Command = act(['inspect'], {
  options: '-v --verbose --insecure',
  operands: { rest: 'image' },
  also: [{ kind: 'network', what: 'the registry' }],
  examples: {
    acts: ['docker manifest inspect alpine'],
    escalates: ['docker manifest inspect evil.example/x', 'podman manifest inspect localhost/x'],
  },
});

const managed = (name: string): Command => ({
  names: [name],
  does: 'acts',
  operands: none,
  subcommands: [
    {
      names: ['ls', 'list'],
      does: 'reads',
      options: '-aqls -fn: --all --quiet --filter: --format: --no-trunc --digests',
      operands: none,
      examples: {},
    },
    ...(name === 'manifest' ? [fetchedManifest] : []),
    ...lists().filter(({ names }) => ['inspect', 'logs', 'stats', 'top'].includes(names[0] ?? '')),
    ...(name === 'container' ? [execs, runs] : []),
    ...(name === 'system' ? [spaceUsed] : []),
    ...(name === 'context' ? [contextShown] : []),
    act(['rm', 'remove', 'prune', 'kill', 'stop'], gone),
    act([
      'create',
      'start',
      'restart',
      'pull',
      'push',
      'tag',
      'build',
      'connect',
      'disconnect',
      'load',
      'save',
      'import',
      'use',
      'update',
      'rename',
      'cp',
      'commit',
      'export',
      'history',
      'port',
      'wait',
      'attach',
      'pause',
      'unpause',
    ]),
  ],
});

export const containers = (): readonly Command[] => [
  {
    names: ['docker', 'podman', 'nerdctl'],
    does: 'acts',
    options: '-D -l: --debug --log-level:',
    aside: '-D -l --debug --log-level',
    escalating: [
      {
        options:
          '-H: -c: --host: --context: --config: --tls --tlsverify --tlscacert: --tlscert: --tlskey: --url: --connection: --remote --root: --storage-driver:',
        why: 'talks to another daemon',
      },
    ],
    prints: '--version -v --help',
    globals: 'before',
    subcommands: [
      ...lists(),
      { ...execs, refine: containedQuery },
      runs,
      ...[
        'container',
        'image',
        'volume',
        'network',
        'system',
        'context',
        'builder',
        'buildx',
        'manifest',
        'plugin',
        'node',
        'service',
        'stack',
        'swarm',
        'secret',
        'pod',
        'machine',
      ].map(managed),
      {
        names: ['compose'],
        does: 'acts',
        operands: none,
        // A compose file in the directory is read and may interpolate, but listing runs nothing.
        options:
          '-f:source -p: --file:source --project-name: --profile: --env-file:read --project-directory: --ansi: --progress:',
        subcommands: [
          {
            names: ['ps', 'ls', 'images', 'top', 'version', 'port'],
            does: 'reads',
            options: '-aq --all --quiet --services --format: --filter: --status: --short',
            operands: none,
            examples: {
              reads: ['docker compose ps', 'docker compose -f x.yaml ps'],
              escalates: [
                'docker compose -f oci://evil.example/x ps',
                'docker compose -f https://e/x.git ps',
              ],
            },
          },
          {
            names: ['logs'],
            does: 'reads',
            options: '-ft -n: --follow --tail: --timestamps --since: --until: --no-color --no-log-prefix',
            operands: none,
            examples: { reads: ['docker compose logs --tail 50 web'] },
          },
          { names: ['config'], does: 'acts', operands: none },
          {
            ...execs,
            refine: containedQuery,
            examples: {
              reads: [
                "docker compose exec -T db psql -U a -c 'select 1'",
                'docker compose exec db pg_isready -U a',
              ],
              acts: [
                "docker compose exec db psql -c 'drop table x'",
                "docker compose exec db psql -h evil.example -c 'select 1'",
                'docker compose exec db psql',
                'docker compose exec web cat .env',
                "docker compose exec -e PGHOST=x db psql -c 'select 1'",
              ],
            },
          },
          { ...runs, names: ['run'] },
          act(['down', 'rm', 'kill'], gone),
          act([
            'up',
            'build',
            'pull',
            'push',
            'start',
            'stop',
            'restart',
            'create',
            'cp',
            'pause',
            'unpause',
            'watch',
            'events',
            'wait',
            'attach',
            'scale',
          ]),
        ],
        examples: { acts: ['docker compose up -d --build'] },
      },
      act(['rm', 'rmi', 'kill', 'prune', 'stop'], gone),
      copies,
      act(['save', 'export'], { options: '-o:write --output:write' }),
      act(['pull', 'push'], { options: '-aq --all-tags --quiet --platform:', operands: { rest: 'image' } }),
      act([
        'build',
        'start',
        'restart',
        'tag',
        'login',
        'logout',
        'commit',
        'load',
        'import',
        'attach',
        'events',
        'pause',
        'unpause',
        'rename',
        'update',
        'wait',
        'bake',
        'scout',
        'init',
        'debug',
        'generate',
        'play',
        'kube',
        'unshare',
        'mount',
        'healthcheck',
      ]),
    ],
    examples: {
      reads: [
        'docker ps -a',
        'docker images',
        'docker logs --tail 100 app',
        'docker inspect app',
        'docker volume inspect x',
        'docker info',
        'docker stats --no-stream',
        'docker image ls',
        'docker --version',
        'docker container ls -a',
      ],
      acts: [
        'docker build -t app .',
        'docker service inspect app',
        'docker rm -f x',
        'docker system prune -f',
        'docker search x',
        'docker compose down',
      ],
      escalates: ['docker -H tcp://evil:2375 ps', 'docker --context x push y', 'docker --host=tcp://x ps'],
    },
  },
  {
    names: ['docker-compose', 'podman-compose'],
    does: 'acts',
    operands: none,
    options: '-f:source -p: --file:source',
    subcommands: [
      {
        names: ['ps', 'logs', 'images', 'top'],
        does: 'reads',
        options: '-aqft --all --quiet --follow --tail:',
        operands: none,
        examples: { reads: ['docker-compose ps', 'docker-compose logs --tail=5 web'] },
      },
      { ...execs, refine: containedQuery },
      { ...runs, names: ['run'] },
      act(['down', 'rm', 'kill'], gone),
      act(['up', 'build', 'pull', 'push', 'start', 'stop', 'restart', 'config']),
    ],
    examples: { acts: ['docker-compose up -d'] },
  },
  {
    names: ['kubectl', 'oc', 'k'],
    does: 'acts',
    options: '-n: -v: --namespace: --request-timeout: --v:',
    aside: '-n --namespace --request-timeout -v --v',
    escalating: [
      {
        options:
          '-s: --kubeconfig:read --context: --cluster: --server: --token: --user: --as: --as-group: --cache-dir: --client-certificate: --client-key: --certificate-authority: --insecure-skip-tls-verify',
        why: 'talks to another cluster or as somebody else',
      },
    ],
    profiles: '--context',
    subcommands: [
      {
        names: ['get', 'describe', 'top', 'explain'],
        does: 'reads',
        options:
          '-Aw -ol: -f:source -L: --all-namespaces --watch --output: --selector: --field-selector: --show-labels --no-headers --sort-by: --label-columns: --filename:source --ignore-not-found --chunk-size: --show-events --containers --recursive --subresource: --output-watch-events --watch-only --show-kind --show-managed-fields',
        escalating: [
          {
            options: '-k:source --kustomize:source',
            why: 'builds what a directory names, which may have to be fetched',
          },
        ],
        operands: none,
        refine: refineGet,
        examples: {
          reads: [
            'kubectl get pods',
            'kubectl get pods -A',
            'kubectl get pods -n x -o wide',
            'kubectl describe pod y',
          ],
          acts: ['kubectl get secrets -o yaml', 'kubectl get pods -o jsonpath-file=x'],
          escalates: [
            'kubectl get -f https://evil.example/x.yaml',
            'kubectl describe --filename=http://h/x',
            'kubectl get -k github.com/o/r',
            'kubectl get -k .',
          ],
          touches: [['kubectl get -f x.yaml', 'read x.yaml']],
        },
      },
      {
        names: ['logs'],
        does: 'reads',
        options:
          '-fp -lc: --follow --tail: --since: --since-time: --container: --previous --timestamps --all-containers --prefix --selector: --max-log-requests: --limit-bytes:',
        operands: none,
        examples: { reads: ['kubectl logs --tail=50 x'] },
      },
      {
        names: ['version', 'cluster-info', 'api-resources', 'api-versions'],
        does: 'reads',
        options: '-o: --client --short --output: --namespaced? --verbs: --api-group: --no-headers',
        operands: {},
        examples: { reads: ['kubectl version --client', 'kubectl api-resources'] },
      },
      {
        names: ['config'],
        does: 'acts',
        operands: none,
        subcommands: [
          {
            names: ['current-context', 'get-contexts', 'get-clusters', 'get-users'],
            does: 'reads',
            options: '-o: --output: --no-headers',
            operands: none,
            examples: { reads: ['kubectl config current-context'] },
          },
          {
            names: ['view'],
            does: 'reads',
            // Without `--raw` keys and tokens are left out.
            options: '-o: --output: --minify',
            operands: {},
            examples: { reads: ['kubectl config view --minify'], acts: ['kubectl config view --raw'] },
          },
          act(['use-context', 'set-context', 'set', 'unset', 'delete-context']),
        ],
      },
      {
        ...execs,
        names: ['exec', 'debug', 'run', 'attach'],
        // `kubectl exec POD -c NAME -- CMD`: options may precede or follow the pod.
        style: 'mixed',
        options: '-itq -cnf: --stdin --tty --container: --namespace: --image: --rm --restart: --quiet',
        examples: {
          carries: [
            ['kubectl exec -it pod -- rm -rf /data', 'rm -rf /data'],
            ["kubectl exec pod -c web -- sh -c 'rm x'", 'rm x'],
          ],
        },
      },
      act(['delete', 'drain', 'evict', 'replace'], gone),
      copies,
      {
        names: ['diff'],
        does: 'reads',
        options:
          '-R -f:source -l: --filename:source --recursive --selector: --server-side --field-manager: --prune',
        operands: {},
        examples: {
          reads: ['kubectl diff -f x.yaml'],
          acts: ['kubectl diff -k x'],
          escalates: ['kubectl diff -f https://evil.example/x.yaml'],
        },
      },
      act(['apply'], {
        options:
          '-R -f:source -l: -o: --filename:source --recursive --selector: --output: --dry-run: --validate? --server-side --field-manager: --namespace:',
        refine: rehearses,
        examples: {
          reads: [
            'kubectl apply --dry-run=client -f x.yaml -o yaml',
            'kubectl apply -f x.yaml --dry-run=server -n y',
          ],
          acts: [
            'kubectl apply -f x.yaml',
            'kubectl apply --dry-run=none -f x.yaml',
            'kubectl apply --dry-run=client --dry-run=none -f x.yaml',
            'kubectl apply --dry-run=$X -f x.yaml',
            'kubectl apply --dry-run=client -k x',
            'kubectl apply --dry-run=client -f x.yaml --prune --all',
          ],
          escalates: ['kubectl apply --dry-run=client -f https://evil.example/x.yaml'],
        },
      }),
      act([
        'create',
        'edit',
        'patch',
        'scale',
        'expose',
        'label',
        'annotate',
        'port-forward',
        'proxy',
        'set',
        'cordon',
        'uncordon',
        'taint',
        'autoscale',
        'kustomize',
        'plugin',
        'certificate',
      ]),
      {
        names: ['rollout'],
        does: 'acts',
        operands: none,
        subcommands: [
          {
            names: ['status', 'history'],
            does: 'reads',
            options: '-w -l: --watch? --timeout: --revision: --selector: -o: --output:',
            operands: none,
            examples: { reads: ['kubectl rollout status deploy/web', 'kubectl rollout history deploy/web'] },
          },
          act(['restart', 'undo', 'pause', 'resume']),
        ],
        examples: { acts: ['kubectl rollout restart deploy/web', 'kubectl rollout status -f x.yaml'] },
      },
      {
        names: ['events', 'wait'],
        does: 'reads',
        options:
          '-Aw -l: --all-namespaces --watch? --for: --types: --no-headers --timeout: --selector: --all --field-selector: -o: --output:',
        operands: none,
        examples: {
          reads: ['kubectl events -n x', 'kubectl wait --for=condition=ready pod/x --timeout=60s'],
          acts: ['kubectl wait -f x.yaml --for=delete'],
        },
      },
      {
        names: ['auth'],
        does: 'acts',
        operands: none,
        subcommands: [
          {
            names: ['can-i', 'whoami'],
            does: 'reads',
            options: '-qA --quiet --list --all-namespaces --no-headers --subresource: -o: --output:',
            operands: none,
            examples: { reads: ['kubectl auth can-i get pods'] },
          },
          act(['reconcile']),
        ],
        examples: { acts: ['kubectl auth reconcile -f x'] },
      },
    ],
    examples: {
      reads: ['kubectl --context staging get pods', 'kubectl get pods --context=staging'],
      escalates: [
        'kubectl --kubeconfig=x get pods',
        'kubectl --context prod delete pod x',
        'kubectl --context prod get pods --server=https://evil.example',
        'kubectl --context $X get pods',
      ],
      acts: ['kubectl delete pod x', 'kubectl apply -f x'],
    },
  },
  {
    names: ['helm'],
    does: 'acts',
    options: '-n: --namespace:',
    aside: '-n --namespace',
    escalating: [
      {
        options: '--kubeconfig:read --kube-context: --kube-token: --post-renderer:program',
        why: 'talks to another cluster or runs a program',
      },
    ],
    profiles: '--kube-context',
    operands: none,
    subcommands: [
      {
        names: ['list', 'ls', 'status', 'history', 'version'],
        does: 'reads',
        options: '-aqA -o: --all --output: --short --all-namespaces --max: --filter:',
        operands: none,
        examples: { reads: ['helm list -A', 'helm status x'] },
      },
      {
        names: ['show'],
        does: 'reads',
        options: '--version: --devel --jsonpath:',
        operands: { first: ['text'], rest: 'source' },
        examples: {
          reads: ['helm show values bitnami/redis', 'helm show chart ./charts/api'],
          acts: ['helm show values x --repo https://evil.example'],
          escalates: ['helm show values https://evil.example/x.tgz', 'helm show chart oci://evil.example/x'],
        },
      },
      {
        names: ['search'],
        does: 'reads',
        options: '-lr -o: --versions --version: --devel --regexp --output: --max-col-width:',
        operands: none,
        examples: { reads: ['helm search repo redis --versions'] },
      },
      act(['uninstall', 'delete', 'rollback'], gone),
      act([
        'install',
        'upgrade',
        'repo',
        'template',
        'lint',
        'package',
        'pull',
        'push',
        'dependency',
        'test',
        'get',
        'plugin',
      ]),
    ],
    examples: { acts: ['helm install x y'] },
  },
  {
    names: ['terraform', 'tofu'],
    does: 'acts',
    style: 'words',
    escalating: [{ options: '-chdir:directory', why: 'works somewhere else' }],
    moves: '-chdir',
    aside: '-chdir',
    operands: none,
    prints: '-version --version -help --help version',
    subcommands: [
      {
        names: ['version'],
        does: 'reads',
        style: 'words',
        options: '-json',
        operands: {},
        examples: { reads: ['terraform version'] },
      },
      {
        names: ['providers'],
        does: 'reads',
        style: 'words',
        operands: {},
        examples: { reads: ['terraform providers'] },
      },
      act(['destroy', 'apply', 'taint', 'import', 'state', 'force-unlock'], gone),
      act(['fmt'], {
        style: 'words',
        options: '-check -diff -recursive -no-color -list:',
        refine: (args) =>
          args.options.some(({ name }) => name === '-check') &&
          args.strangers.length + args.vague.length === 0
            ? { does: 'reads', touches: args.operands.map(({ word }) => ({ access: 'read', word })) }
            : { touches: args.operands.map(({ word }) => ({ access: 'write', word, recursive: true })) },
        examples: {
          reads: ['terraform fmt -check', 'terraform fmt -check -recursive -diff'],
          acts: ['terraform fmt', 'terraform fmt -check -write=true'],
        },
      }),
      act([
        'plan',
        'init',
        'validate',
        'show',
        'output',
        'workspace',
        'graph',
        'console',
        'get',
        'test',
        'refresh',
        'login',
        'logout',
      ]),
    ],
    examples: { reads: ['terraform -version'], acts: ['terraform plan', 'terraform destroy'] },
  },
  {
    // Evaluates terragrunt.hcl, which may run commands, before most sub-commands with which terraform only reads.
    names: ['terragrunt'],
    does: 'acts',
    style: 'words',
    operands: none,
    subcommands: [
      act(['destroy', 'apply', 'taint', 'import', 'state', 'force-unlock', 'run-all'], gone),
      act(['plan', 'init', 'validate', 'fmt', 'providers', 'show', 'output', 'hclfmt']),
    ],
    examples: { acts: ['terragrunt providers', 'terragrunt fmt -check', 'terragrunt plan'] },
  },
  {
    names: [
      'pulumi',
      'cdk',
      'sam',
      'serverless',
      'sls',
      'packer',
      'nomad',
      'consul',
      'vault',
      'linode-cli',
      'skaffold',
      'tilt',
    ],
    does: 'acts',
    operands: none,
    examples: { acts: ['pulumi up'], reads: ['pulumi --version'] },
  },
  {
    names: ['ansible'],
    does: 'acts',
    // Ordinary modules take shell text, and `-a` contains it.
    options:
      '-bCDKkov -BcefItMPTu: -i: -m: --become --check --diff --one-line --inventory: --module-name: --list-hosts --limit: --user: --forks: --extra-vars: --playbook-dir:directory',
    changing: '-a:shell --args:shell',
    operands: { rest: 'host' },
    refine: inventoryHosts,
    examples: {
      acts: ['ansible all -m ping'],
      carries: [["ansible all -m shell -a 'rm b'", 'rm b']],
    },
  },
  {
    names: ['ansible-playbook'],
    does: 'acts',
    options:
      '-bCDKkv -cefltTu: -i: --become --check --diff --inventory: --limit: --tags: --list-hosts --list-tasks --syntax-check --extra-vars:',
    operands: { rest: 'read' },
    refine: inventoryHosts,
    examples: {
      acts: ['ansible-playbook site.yml'],
      touches: [['ansible-playbook site.yml', 'read site.yml']],
    },
  },
  {
    names: ['aws'],
    does: 'acts',
    options: '--output: --region: --profile: --query: --no-cli-pager --no-paginate --max-items: --color:',
    operands: none,
    subcommands: [
      {
        names: ['sts'],
        does: 'acts',
        operands: none,
        subcommands: [
          {
            names: ['get-caller-identity'],
            does: 'reads',
            operands: {},
            examples: { reads: ['aws sts get-caller-identity'] },
          },
        ],
      },
      {
        names: [
          'ec2',
          'ecs',
          'eks',
          'rds',
          'elb',
          'elbv2',
          'cloudformation',
          'logs',
          'iam',
          'route53',
          'cloudwatch',
          'autoscaling',
          'elasticache',
          'sqs',
          'sns',
          'dynamodb',
          'ecr',
          'acm',
          'cloudfront',
          'events',
          'kinesis',
          'efs',
        ],
        does: 'acts',
        loose: true,
        operands: none,
        refine: describes,
        examples: {
          reads: [
            'aws ec2 describe-instances --filters Name=a,Values=b --query x --output text',
            'aws ecs list-services --cluster dev',
            'aws logs tail /ecs/api --since 10m',
            'aws cloudwatch get-metric-statistics --namespace AWS/RDS --metric-name x',
            'aws iam get-role --role-name api',
          ],
          acts: [
            'aws ec2 terminate-instances --instance-ids i-1',
            'aws ec2 describe-instances --endpoint-url http://evil.example',
            'aws ec2 describe-instances --endp http://evil.example',
            'aws ec2 describe-instances --filters file:///etc/passwd',
            'aws ec2 describe-instance-attribute --attribute userData',
            'aws ecs describe-task-definition --task-definition x',
            'aws iam list-access-keys',
            'aws ec2 $X',
            'aws iam get-login-profile --user-name x',
            'aws ecr get-login-password',
            'aws ec2 get-password-data --instance-id i-1',
          ],
        },
      },
      {
        names: ['s3'],
        does: 'acts',
        operands: none,
        subcommands: [
          {
            names: ['ls'],
            does: 'reads',
            options: '--recursive --human-readable --summarize',
            operands: none,
            examples: { reads: ['aws s3 ls'] },
          },
          act(['cp', 'mv', 'sync'], {
            options:
              '--recursive --quiet --dryrun --exclude: --include: --acl: --storage-class: --delete --no-progress',
            operands: { first: ['remote-from', 'remote-to'] },
            recursive: '--recursive',
            // `sync` always covers everything below; `cp s3://b/x .` writes `./x`.
            refine: (args) => {
              const [from, to] = args.operands.map(({ word }) => word);
              const whole = args.path.at(-1) === 'sync';
              const isHere = (word: Word | undefined): word is Word =>
                word !== undefined && literalOf(word)?.startsWith('s3:') !== true;
              return {
                touches: [
                  ...(isHere(from) && whole
                    ? [{ access: 'read' as const, word: from, recursive: true }]
                    : []),
                  ...(isHere(to) && whole ? [{ access: 'write' as const, word: to, recursive: true }] : []),
                  ...(isHere(to) && from !== undefined ? into(from, to) : []),
                ],
              };
            },
            examples: {
              touches: [
                ['aws s3 sync . s3://b', 'read ., read ./**'],
                ['aws s3 cp s3://b/x .', 'write ., write ./x'],
                ['aws s3 cp s3://b/x config/x', 'write config/x, write config/x/x'],
                ['aws s3 cp a s3://b/x', 'read a'],
              ],
            },
          }),
        ],
      },
    ],
    escalating: [
      {
        options:
          '--endpoint-url: --ca-bundle:read --no-verify-ssl --no-sign-request --cli-input-json: --cli-input-yaml:',
        why: 'talks to somebody else',
      },
    ],
    examples: {
      acts: ['aws ec2 terminate-instances', 'aws s3 cp a s3://b'],
      escalates: ['aws --endpoint-url http://x s3 ls'],
    },
  },
];
