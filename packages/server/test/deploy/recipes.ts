import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { deployFolder, renderedFiles } from './chart-files.ts';
import type { Manifest } from './check-manifests.ts';

/** A way to run the server, and the variables that it sets. */
export interface Recipe {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the variables that every server needs are here. An image holds no secrets. */
  readonly isComplete: boolean;
}

export const manifestFiles: readonly string[] = Object.keys(renderedFiles);

export function recipeText(file: string): string {
  return readFileSync(join(deployFolder, file), 'utf8');
}

export function manifestsIn(text: string): readonly Manifest[] {
  return parseAllDocuments(text).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as Manifest;
  });
}

export interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly enableServiceLinks: boolean;
  readonly securityContext: object;
  readonly containers: readonly [Container, ...Container[]];
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly securityContext: object;
  readonly lifecycle: {
    readonly preStop: { readonly exec: { readonly command: readonly [string, ...string[]] } };
  };
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } };
}

/** Of the one Deployment. */
export function podSpecIn(text: string): PodSpec {
  const deployment = manifestsIn(text).find(({ kind }) => kind === 'Deployment');
  if (deployment === undefined) throw new Error('there is no Deployment');
  return (deployment['spec'] as { readonly template: { readonly spec: PodSpec } }).template.spec;
}

/** Of the first container: values, and a placeholder for what comes from the Secret. */
function manifestEnv(text: string): Readonly<Record<string, string>> {
  const { containers } = podSpecIn(text);
  return Object.fromEntries(containers[0].env.map(({ name, value }) => [name, value ?? fromSecret(name)]));
}

function fromSecret(name: string): string {
  return name === 'DATABASE_URL' ? 'postgres://permesso@database/permesso' : 'x'.repeat(64);
}

function composeEnv(text: string): Readonly<Record<string, string>> {
  const { services } = parse(text) as {
    readonly services: { readonly server: { readonly environment: Readonly<Record<string, string>> } };
  };
  return Object.fromEntries(
    Object.entries(services.server.environment).map(([name, value]) => [
      name,
      value.replaceAll(
        /\$\{\w+(?::(?:-([^}]*)|\?[^}]*))?\}/g,
        (_whole, absent?: string) => absent ?? 'x'.repeat(64),
      ),
    ]),
  );
}

/** Lines `NAME=value`, as systemd reads an environment file; one that is to be filled in is filled in. */
function fileEnv(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from(text.matchAll(/^([A-Z_]+)=(.*)$/gm), ([, name = '', value = '']) => [
      name,
      value === '' ? fromSecret(name) : value,
    ]),
  );
}

/** What follows a word such as `ENV` or `Environment=`: `A=1 B=2`. */
function inlineEnv(text: string, word: string): Readonly<Record<string, string>> {
  const lines = Array.from(text.matchAll(new RegExp(`^${word}(.*)$`, 'gm')), ([, rest = '']) => rest);
  return Object.fromEntries(
    lines.flatMap((line) =>
      Array.from(line.matchAll(/([A-Z_]+)=(\S*)/g), ([, name = '', value = '']) => [name, value] as const),
    ),
  );
}

export function recipes(): readonly Recipe[] {
  return [
    {
      file: 'kubernetes/server.yaml',
      env: manifestEnv(recipeText('kubernetes/server.yaml')),
      isComplete: true,
    },
    { file: 'docker-compose.yml', env: composeEnv(recipeText('docker-compose.yml')), isComplete: true },
    { file: 'server.env', env: fileEnv(recipeText('server.env')), isComplete: true },
    {
      file: 'permesso.service',
      env: inlineEnv(recipeText('permesso.service'), 'Environment='),
      isComplete: false,
    },
    { file: 'Containerfile', env: inlineEnv(recipeText('Containerfile'), 'ENV '), isComplete: false },
  ];
}

/** Of Node and the shell: not the server's. */
const foreign: readonly string[] = ['PATH', 'NODE_ENV'];

/** Variables that the server does not read, and those that it needs and does not get. */
export function variableProblems(
  { env, isComplete }: Pick<Recipe, 'env' | 'isComplete'>,
  variables: readonly (readonly [name: string, means: string, absent: string])[],
): readonly string[] {
  const known = new Set(variables.map(([name]) => name));
  const named = Object.keys(env);
  const unread = named.filter((name) => !known.has(name) && !foreign.includes(name));
  const required = variables.filter(([, , absent]) => absent === 'required').map(([name]) => name);
  const secrets = required.filter((name) => isComplete !== named.includes(name));
  return [
    ...unread.map((name) => `${name} is read by nobody`),
    ...secrets.map((name) => (isComplete ? `${name} is missing` : `${name} does not belong here`)),
  ];
}
