import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { policySchema } from '@permesso/engine/text';
import { repository } from './lockfile.ts';

/**
 * `npm run tools -- release:schema`: the JSON Schema of policy files as SchemaStore takes schemas (draft 7, an id there), with the entry of its catalogue and a
 * file for its tests.
 */
export const storeFolder: string = join(repository, 'release/schemastore');

const id = 'https://json.schemastore.org/permesso-policy.json';

export function storeFiles(): Readonly<Record<string, string>> {
  const { $defs, $schema: _draft, ...schema } = policySchema();
  const whole = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: id,
    $comment:
      'Made from the table that the program reads policy files with: npm run tools -- release:schema.',
    ...schema,
    definitions: $defs,
  };
  const entry = {
    name: 'Permesso policy',
    description: 'What AI agents may do: allow, ask and deny rules',
    fileMatch: ['**/.permesso/policy.yaml', '**/.permesso/policy.local.yaml', '**/permesso/policy.d/*.yaml'],
    url: id,
  };
  return {
    'permesso-policy.json': printed(whole).replaceAll('"#/$defs/', '"#/definitions/'),
    'catalog-entry.json': printed(entry),
    'policy.yaml': example,
  };
}

const example = `# yaml-language-server: $schema=../../schemas/json/permesso-policy.json
mode: default
use: [balanced]
allow:
  - Read
  - rule: Bash(make *)
    why: The Makefile is reviewed.
ask:
  - rule: refund
    when: { amount: { gt: 100 } }
deny:
  - rule: Read(**/.env)
    guidance: Ask for the value you need.
tests:
  - call: Bash(git push --force)
    expect: ask
`;

function printed(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

if (import.meta.main) {
  mkdirSync(storeFolder, { recursive: true });
  for (const [name, text] of Object.entries(storeFiles())) writeFileSync(join(storeFolder, name), text);
}
