import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@permesso/engine/call';
import { parse } from 'yaml';
import { readOptions } from '../script-options.ts';
import { chartDigest, chartFolder, deployFolder, renderedFiles } from './chart-files.ts';
import { manifestProblems } from './check-manifests.ts';
import { manifestsIn } from './recipes.ts';

type Values = Readonly<Record<string, unknown>>;

const { check } = readOptions({
  name: 'npm run tools -- deploy:chart',
  says: "Renders docs/server/chart with Go's templates and sprig, as Helm does, holds every rendering against Kubernetes' schemas, and writes docs/server/kubernetes. Needs golang-go and golang-github-masterminds-sprig-dev of Debian.",
  options: { check: { type: 'boolean', default: false, says: 'writes nothing, and fails where it would' } },
  example: ['--check', 'whether docs/server/kubernetes is what the chart gives'],
  exits: { 1: 'a rendering is not valid, or docs/server/kubernetes is another' },
});

const defaults = parse(readFileSync(join(chartFolder, 'values.yaml'), 'utf8')) as Values;

/** What people change. */
const variants: Readonly<Record<string, Values>> = {
  defaults: {},
  'an ingress': { ingress: { enabled: true, annotations: { 'cert-manager.io/cluster-issuer': 'main' } } },
  'without a network policy': { networkPolicy: { enabled: false } },
  'settings, a registry that asks, a pool of nodes': {
    env: { PERMESSO_RETENTION_DAYS: 30, PERMESSO_LOG: 'warn' },
    imagePullSecrets: [{ name: 'registry' }],
    nodeSelector: { pool: 'servers' },
    tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'servers', effect: 'NoSchedule' }],
    replicas: 5,
  },
};

function merged(base: Values, change: Values): Values {
  return Object.fromEntries(
    Object.keys({ ...base, ...change }).map((name) => {
      const [was, is] = [base[name], change[name]];
      return [name, is === undefined ? was : isRecord(was) && isRecord(is) ? merged(was, is) : is];
    }),
  );
}

function rendered(values: Values): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-chart-'));
  try {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    const { status, stdout, stderr, error } = spawnSync(
      'go',
      ['run', join(import.meta.dirname, 'render.go'), chartFolder, file],
      { encoding: 'utf8', env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' } },
    );
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(stderr.trim());
    return JSON.parse(stdout) as Readonly<Record<string, string>>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function refusal(values: Values): string | undefined {
  try {
    rendered(values);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const header = `# Made from docs/server/chart with its own values: \`npm run tools -- deploy:chart\`. Do not edit.
# chart sha256 ${chartDigest()}
# kubectl create namespace permesso
# kubectl -n permesso create secret generic permesso --from-literal=database-url=postgres://... --from-literal=secret=$(openssl rand -hex 32)
# kubectl -n permesso apply -f server.yaml -f network.yaml
`;

const problems: string[] = [];
for (const [name, change] of Object.entries(variants)) {
  const texts = Object.values(rendered(merged(defaults, change))).filter((text) => text.trim() !== '');
  const manifests = manifestsIn(texts.join('\n---\n'));
  const wrong = await manifestProblems(manifests);
  problems.push(...wrong.map((each) => `${name}: ${each}`));
  process.stdout.write(
    `${wrong.length === 0 ? 'valid' : 'WRONG'}  ${name}: ${manifests.map(({ kind }) => kind).join(', ')}\n`,
  );
}
// A chart that renders `<no value>` would be applied.
const { replicas: _replicas, ...fewer } = defaults;
if (refusal(fewer)?.includes('replicas') === true)
  process.stdout.write('refused  a value that is not there\n');
else problems.push('a value that is not there is rendered');
const parts = rendered(defaults);
const written: string[] = [];
for (const [file, templates] of Object.entries(renderedFiles)) {
  const path = join(deployFolder, file);
  const text = `${header}${templates.map((name) => `${(parts[name] ?? '').trim()}\n`).join('---\n')}`;
  const before = readFileSync(path, 'utf8');
  // However it is formatted.
  if (before.startsWith(header) && isDeepStrictEqual(manifestsIn(before), manifestsIn(text))) continue;
  if (check) problems.push(`docs/server/${file} is not what the chart gives`);
  else if (problems.length === 0) {
    writeFileSync(path, text);
    written.push(path);
  }
}
if (written.length > 0)
  spawnSync(join(import.meta.dirname, '../../../../node_modules/.bin/oxfmt'), written, { stdio: 'inherit' });
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
