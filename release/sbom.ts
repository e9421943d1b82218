import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LockedPackage } from './lockfile.ts';
import { published, shippedWith } from './shipped.ts';

/**
 * `npm run tools -- release:sbom FOLDER`: what each published package consists of, as CycloneDX 1.6, from the lockfile alone. The same
 * lockfile gives the same bytes: no time, no random serial number. `npm sbom` cannot say what is bundled into a package.
 */
export function sbomOf(folder: string): string {
  const { root, parts, needs } = shippedWith(folder);
  const content = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: component(root) },
    components: parts.map(component),
    dependencies: [...needs]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([place, found]) => {
        const owner = place === root.place ? root : parts.find((part) => part.place === place);
        return { ref: owner === undefined ? place : reference(owner), dependsOn: refsOf(found) };
      }),
  };
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const { bomFormat, specVersion, ...rest } = content;
  const serialNumber = `urn:uuid:${uuidFrom(digest)}`;
  return `${JSON.stringify({ bomFormat, specVersion, serialNumber, ...rest }, undefined, 2)}\n`;
}

function refsOf(found: readonly LockedPackage[]): readonly string[] {
  return [...new Set(found.map(reference))].toSorted();
}

function reference({ name, version }: LockedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function component(one: LockedPackage): object {
  const purl = reference(one);
  return {
    type: 'library',
    'bom-ref': purl,
    name: one.name,
    version: one.version,
    purl,
    ...(one.licence === undefined ? {} : { licenses: [licenceOf(one.licence)] }),
    ...(one.integrity === undefined ? {} : { hashes: [hashOf(one.integrity)] }),
  };
}

function licenceOf(licence: string): object {
  return /[ (]/u.test(licence) ? { expression: licence } : { license: { id: licence } };
}

function hashOf(integrity: string): object {
  const [algorithm = '', base64 = ''] = integrity.split(' ')[0]?.split('-', 2) ?? [];
  const names: ReadonlyMap<string, string> = new Map([
    ['sha512', 'SHA-512'],
    ['sha256', 'SHA-256'],
    ['sha1', 'SHA-1'],
  ]);
  const alg = names.get(algorithm);
  if (alg === undefined) throw new Error(`an integrity of an unknown kind: ${integrity}`);
  return { alg, content: Buffer.from(base64, 'base64').toString('hex') };
}

/** A UUID of version 8, whose bits are the digest's. */
function uuidFrom(hex: string): string {
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

if (process.argv[1] === import.meta.filename) {
  const target = process.argv[2] ?? 'dist-release';
  mkdirSync(target, { recursive: true });
  for (const folder of published) {
    const file = join(target, `${folder}.cdx.json`);
    writeFileSync(file, sbomOf(folder));
    console.log(`${file}: ${shippedWith(folder).parts.length} parts`);
  }
}
