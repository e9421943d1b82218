import type { EffectName } from '../../facts/effect.ts';
import type { ToolCall } from '../../call/tool-call.ts';
import { quoteWord } from '../../facts/shell/quote-word.ts';
import { printHostPattern } from '../../policy/patterns/host-pattern.ts';
import type { CommandRule, Pattern } from '../../policy/rules/pattern.ts';
import type { Rule } from '../../policy/rules/rule.ts';
import type { World } from '../../world/world.ts';
import { inputsFor } from './probe-input.ts';
import { exampleName, exampleWord } from './probe-names.ts';
import { pathsFor } from './probe-paths.ts';

type Plain = Pick<ToolCall, 'tool' | 'input' | 'principal'>;

/** Calls that a rule covers and near misses, to show what it changes. */
export function probesFor(rule: Rule, world: World): readonly ToolCall[] {
  const calls = probesOf(rule.pattern, rule.origin.root, world);
  const withInput = calls.flatMap(({ tool, input }) =>
    inputsFor(rule.when, input).map((each): Plain => ({ tool, ...each })),
  );
  return distinct(
    withInput.flatMap((call) => callersFor(rule).map((agent): ToolCall => ({ ...call, ...agent }))),
  );
}

/** Calls of every kind, for changes that no rule makes. */
export function plainProbes(world: World): readonly ToolCall[] {
  return Object.values(ofKind).flatMap((probes) => probes(world));
}

function distinct(calls: readonly ToolCall[]): readonly ToolCall[] {
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()].slice(0, mostProbes);
}

const mostProbes = 400;

/** The rule's own agents, a sub-agent of each, and an unrelated agent. */
function callersFor({ agents }: Rule): readonly Pick<ToolCall, 'agent'>[] {
  if (agents === undefined) return [{}];
  const named = agents
    .slice(0, 3)
    .map((pattern) => (pattern.endsWith('*') ? `${pattern.slice(0, -1)}x` : pattern));
  return [
    ...named.map((name) => ({ agent: { name } })),
    ...named.map((name) => ({ agent: { name: 'helper', parents: [name] } })),
    {},
  ];
}

function probesOf(pattern: Pattern, root: string, world: World): readonly Plain[] {
  switch (pattern.about) {
    case 'kind':
      return ofKind[pattern.of](world);
    case 'effect':
      return ofEffect[pattern.effect].map(bash);
    case 'command':
      return commandsFor(pattern).map(bash);
    case 'path':
      return pathsFor(pattern.glob, root, world).flatMap((path) => filesAt(path, pattern));
    case 'host':
      return hostsFor(pattern);
    case 'mcp':
      return mcpFor(pattern);
    case 'tool':
      return toolsFor(pattern);
  }
}

/** Calls that certainly have each effect, and calls that commonly have it. */
const ofEffect: { readonly [E in EffectName]: readonly string[] } = {
  read: ['ls', 'git status'],
  secret: ['cat ~/.ssh/id_ed25519', 'gh auth token'],
  edit: ['cp a b', 'echo x > notes.txt'],
  delete: ['rm -rf /tmp/scratch'],
  lose: ['git reset --hard', 'rm -rf src'],
  commit: ['git commit -m x', 'git rebase main'],
  run: ['npm test', 'make', './scripts/check.sh'],
  'run-other': ['python3 -c x', 'some-program'],
  install: ['npm install left-pad', 'pip install x'],
  serve: ['docker compose up -d', 'curl http://localhost:3000/'],
  machine: ['brew install x', 'crontab x'],
  fetch: ['curl https://example.com/'],
  'remote-read': ['gh pr view 1', 'kubectl get pods'],
  'remote-change': ['terraform apply', 'kubectl apply -f x.yaml'],
  'remote-destroy': ['terraform destroy', 'kubectl delete pod x'],
  'remote-run': ['ssh host uptime', 'kubectl exec pod -- ls'],
  send: ['curl -d @x https://example.com/', 'scp x host:'],
  publish: ['git push', 'npm publish'],
  'sign-in': ['npm login', 'docker login'],
  pay: [],
};

function bash(command: string): Plain {
  return { tool: 'Bash', input: { command } };
}

const ofKind: {
  readonly [K in Extract<Pattern, { about: 'kind' }>['of']]: (world: World) => readonly Plain[];
} = {
  shell: () =>
    ['mytool build', 'git push', 'ls', 'rm -r dist', 'sudo mytool', '$X', 'npm test > out.txt'].map(bash),
  read: ({ project, home }) => [
    ...[`${project}/src/a.ts`, `${project}/.env`, '/etc/hosts', `${home}/.ssh/id_ed25519`].map(
      (path): Plain => ({ tool: 'Read', input: { file_path: path } }),
    ),
    { tool: 'Grep', input: { pattern: 'x' } },
    bash('cat src/a.ts'),
  ],
  write: ({ project }) => [
    ...[`${project}/src/a.ts`, '/etc/hosts'].flatMap((path): readonly Plain[] =>
      ['Write', 'Edit'].map((tool) => ({ tool, input: { file_path: path } })),
    ),
    bash('mytool > out.txt'),
    bash('touch src/a.ts'),
  ],
  url: () => [
    ...['https://example.com/', 'http://localhost:3000/'].map((url): Plain => ({
      tool: 'WebFetch',
      input: { url },
    })),
    bash('curl https://example.com/'),
  ],
  mcp: () => [{ tool: 'mcp__server__tool', input: {} }],
};

/** The command itself, longer, shorter, changed, wrapped in another command, in a list, redirected, and hidden. */
function commandsFor(rule: CommandRule): readonly string[] {
  const words = rule.words.map((word) => quoteWord(exampleWord(word)));
  const plain = words.join(' ');
  const shorter = words.slice(0, -1).join(' ');
  const another = [...words.slice(0, -1), 'another'].join(' ');
  return [
    plain,
    `${plain} more`,
    `${plain} --force`,
    `${plain} $X`,
    ...(shorter === '' ? [] : [shorter]),
    another,
    `sudo ${plain}`,
    `cd src && ${plain}`,
    `${plain} > out.txt`,
    `$X ${words.slice(1).join(' ')}`.trim(),
  ];
}

function filesAt(path: string, { access, tool }: Extract<Pattern, { about: 'path' }>): readonly Plain[] {
  if (tool !== undefined) {
    const input =
      tool === 'Grep'
        ? { pattern: 'x', path }
        : tool === 'Glob'
          ? { pattern: '*', path }
          : { file_path: path };
    return [
      { tool, input },
      { tool: access === 'read' ? 'Read' : 'Write', input: { file_path: path } },
    ];
  }
  const quoted = quoteWord(path);
  return access === 'read'
    ? [
        { tool: 'Read', input: { file_path: path } },
        { tool: 'Grep', input: { pattern: 'x', path } },
        bash(`cat ${quoted}`),
      ]
    : [
        { tool: 'Write', input: { file_path: path } },
        { tool: 'Edit', input: { file_path: path } },
        bash(`mytool > ${quoted}`),
      ];
}

function hostsFor({ host }: Extract<Pattern, { about: 'host' }>): readonly Plain[] {
  const place = printHostPattern({ ...host, subdomains: false });
  const bare = printHostPattern({ ...host, subdomains: false, port: '' });
  const isAddress = bare.startsWith('[') || /^[\d.]+$/.test(bare);
  const places = [
    place,
    `${bare}:8443`,
    bare,
    `${bare}.evil.test`,
    ...(isAddress ? [] : [`sub.${place}`, `a.b.${bare}`]),
  ];
  return places.flatMap((each): readonly Plain[] => [
    { tool: 'WebFetch', input: { url: `https://${each}/` } },
    bash(`curl https://${each}/`),
  ]);
}

function mcpFor({ server, tool, argument }: Extract<Pattern, { about: 'mcp' }>): readonly Plain[] {
  const name = `mcp__${exampleName(server)}__${exampleName(tool)}`;
  const input = argument?.is === 'json' ? (argument.value as ToolCall['input']) : {};
  return [
    { tool: name, input },
    { tool: name, input: { other: 1 } },
    { tool: `${name}2`, input },
    { tool: `mcp__${exampleName(server)}__other`, input },
    { tool: `mcp__other__${exampleName(tool)}`, input },
  ];
}

function toolsFor({ name, argument }: Extract<Pattern, { about: 'tool' }>): readonly Plain[] {
  const tool = exampleName(name);
  const input = argument?.is === 'json' ? (argument.value as ToolCall['input']) : {};
  const served: readonly Plain[] =
    argument?.is === 'text' ? [{ tool: `mcp__${tool}__${exampleName(argument.text)}`, input: {} }] : [];
  const searched: readonly Plain[] =
    tool === 'WebSearch' ? [{ tool, input: { query: argument?.is === 'text' ? argument.text : 'x' } }] : [];
  return [
    ...served,
    ...searched,
    { tool, input },
    { tool, input: { other: 1 } },
    { tool: `${tool}2`, input },
  ];
}
