/** `npm run tools -- wire:schema`: writes the schemas of the messages, and of the lines of the log. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { logEntrySchema } from '@permesso/protocol/entry';
import { wireSchemas } from '../../src/wire/wire-schema.ts';

const folder = join(import.meta.dirname, '../../schema');

for (const [name, schema] of Object.entries({ ...wireSchemas(), 'log-entry.schema.json': logEntrySchema() }))
  writeFileSync(join(folder, name), `${JSON.stringify(schema, undefined, 2)}\n`);
