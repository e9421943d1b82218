import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One document of a file of manifests. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

type Model = new (data: unknown) => { readonly validate: () => void };

const modules = join(import.meta.dirname, '../../../../node_modules');

/**
 * What the published schemas of Kubernetes say against manifests: their compiled form checks values and required fields and lets unknown
 * fields pass, as the API does; their types, which are made from the same schemas, refuse those, as `kubectl` does.
 */
export async function manifestProblems(manifests: readonly Manifest[]): Promise<readonly string[]> {
  const wrong = await Promise.all(manifests.map(async (each) => await valueProblems(each)));
  return [...wrong.flat(), ...fieldProblems(manifests)];
}

function placeOf({ apiVersion }: Manifest): string {
  return `kubernetes-models/${apiVersion}`;
}

async function valueProblems(manifest: Manifest): Promise<readonly string[]> {
  const { kind } = manifest;
  try {
    const models = (await import(placeOf(manifest))) as Readonly<Record<string, Model>>;
    const model = models[kind];
    if (model === undefined) return [`${manifest.apiVersion} has no ${kind}`];
    new model(structuredClone(manifest)).validate();
    return [];
  } catch (error) {
    return [`${kind}: ${(error as Error).message}`];
  }
}

function fieldProblems(manifests: readonly Manifest[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-manifests-'));
  try {
    symlinkSync(modules, join(folder, 'node_modules'));
    const files = manifests.map((manifest, at) => {
      const file = `${at}-${manifest.kind}.ts`;
      const type = `I${manifest.kind}`;
      const text = `import type { ${type} } from '${placeOf(manifest)}';\nexport const manifest: ${type} = ${JSON.stringify(manifest, null, 2)};\n`;
      writeFileSync(join(folder, file), text);
      return file;
    });
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--pretty',
      'false',
    ];
    const { status, stdout, stderr } = spawnSync(join(modules, '.bin/tsc'), [...options, ...files], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status === 0) return [];
    return `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
