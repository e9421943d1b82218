/** `npm run tools -- wire:schema`: writes the schemas of the messages. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wireSchemas } from '../../src/wire/wire-schema.ts';

const folder = join(import.meta.dirname, '../../schema');

for (const [name, schema] of Object.entries(wireSchemas()))
  writeFileSync(join(folder, name), `${JSON.stringify(schema, undefined, 2)}\n`);
