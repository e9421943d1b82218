import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mcpPage } from './page.ts';

test('docs/mcp.md shows what the gateway says (node packages/permesso/test/mcp/page.ts --write)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../../docs/mcp.md'), 'utf8')).toBe(mcpPage());
});
