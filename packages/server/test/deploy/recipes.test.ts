import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings, variables } from '../../src/declared.ts';
import { ask, startTestServer, type TestServer } from '../harness.ts';
import { chartDigest } from './chart-files.ts';
import { manifestProblems, type Manifest } from './check-manifests.ts';
import {
  manifestFiles,
  manifestsIn,
  podSpecIn,
  recipes,
  recipeText,
  variableProblems,
  type PodSpec,
} from './recipes.ts';

const texts = manifestFiles.map((file) => recipeText(file)).join('---\n');

function changed(from: string | RegExp, to: string): readonly Manifest[] {
  const text = texts.replace(from, to);
  expect(text).not.toBe(texts);
  return manifestsIn(text);
}

test('the manifests are made from the chart as it is', () => {
  for (const file of manifestFiles) expect(recipeText(file)).toContain(`# chart sha256 ${chartDigest()}\n`);
});

describe('manifests and the published schemas', () => {
  test('agree', async () => {
    const manifests = manifestsIn(texts);
    expect(manifests.map(({ kind }) => kind)).toEqual([
      'ServiceAccount',
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'NetworkPolicy',
    ]);
    expect(await manifestProblems(manifests)).toEqual([]);
  });

  test.each([
    ['an unknown field', 'failureThreshold: 300', 'failureThreshhold: 300', 'failureThreshhold'],
    ['a field at the wrong place', '      enableServiceLinks: false\n', '      replicas: 2\n', 'replicas'],
    ['a text for a number', 'replicas: 2', "replicas: 'two'", 'spec/replicas'],
    ['an invalid quantity', "'1Gi'", "'1 gigabyte'", 'limits/memory'],
    [
      'a required field that is missing',
      /  selector:\n    matchLabels:\n.*\n  strategy/,
      '  strategy',
      'selector',
    ],
    ['a word that is none of the list', 'type: RollingUpdate', 'type: Rolling', 'Rolling'],
    ['a kind that is not there', 'kind: PodDisruptionBudget', 'kind: DisruptionBudget', 'DisruptionBudget'],
    ['a version that is not there', 'apiVersion: policy/v1', 'apiVersion: policy/v9', 'policy/v9'],
  ])('%s is found', async (_name, from, to, said) => {
    expect((await manifestProblems(changed(from, to))).join('\n')).toContain(said);
  });
});

const podSpec = (): PodSpec => podSpecIn(texts);

/** What the profile `restricted` of the Pod Security Standards asks for, and a root file system that cannot be written. */
test('the pod has no rights that it does not need', () => {
  const { automountServiceAccountToken, enableServiceLinks, securityContext, containers } = podSpec();
  expect({ automountServiceAccountToken, enableServiceLinks }).toEqual({
    automountServiceAccountToken: false,
    enableServiceLinks: false,
  });
  expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  expect(containers).toHaveLength(1);
  expect(containers[0].securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
});

test('a Service named permesso would break the server if links to services were on', () => {
  const env = { DATABASE_URL: 'postgres://h/d', PERMESSO_SECRET: 'x'.repeat(32) };
  expect(() => readSettings({ ...env, PERMESSO_PORT: 'tcp://10.0.0.1:80' })).toThrow('PERMESSO_PORT must be');
});

describe('probes', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.end());

  test('a pod that ends runs a program of the image', () => {
    const [program, ...rest] = podSpec().containers[0].lifecycle.preStop.exec.command;
    expect(program).toBe('/usr/bin/node');
    const began = performance.now();
    expect(spawnSync(process.execPath, rest).status).toBe(0);
    expect(performance.now() - began).toBeGreaterThan(5000);
  });

  test.each(['startupProbe', 'livenessProbe', 'readinessProbe'] as const)(
    '%s asks a route that answers',
    async (probe) => {
      const [container] = podSpec().containers;
      const { path, port } = container[probe]?.httpGet ?? { path: 'none', port: 'none' };
      expect(port).toBe('http');
      expect((await ask(server, `GET ${path}`)).status).toBe(200);
    },
  );

  test('ports are those that the server is told', () => {
    const [{ env }] = recipes() as [ReturnType<typeof recipes>[number]];
    const [container] = podSpec().containers;
    const { port, metricsPort } = readSettings(env);
    expect(container.ports.map((each) => [each.name, each.containerPort])).toEqual([
      ['http', port],
      ['metrics', metricsPort],
    ]);
  });
});

describe('variables', () => {
  test.each(recipes())('$file sets what the server reads', (recipe) => {
    expect(variableProblems(recipe, variables)).toEqual([]);
  });

  test.each(recipes().filter(({ isComplete }) => isComplete))(
    'a server can start with those of $file',
    ({ env }) => {
      expect(readSettings(env)).toMatchObject({ port: 7400 });
    },
  );

  test.each([
    ['one that nobody reads', { PERMESSO_PUBLIC_ADDRESS: 'x' }, 'PERMESSO_PUBLIC_ADDRESS is read by nobody'],
    ['one that is missing', { PERMESSO_PORT: '1' }, 'PERMESSO_SECRET is missing'],
  ])('%s is found', (_name, env, said) => {
    expect(variableProblems({ env, isComplete: true }, variables)).toContain(said);
  });

  test('a secret in an image is found', () => {
    const env = { PERMESSO_SECRET: 'x' };
    expect(variableProblems({ env, isComplete: false }, variables)).toEqual([
      'PERMESSO_SECRET does not belong here',
    ]);
  });
});
