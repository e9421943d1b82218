import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinTool, type ToolDescription } from '@permesso/gate/approval';
import { describedByPackage } from '@permesso/engine/facts';
import type { Case } from './cases.ts';
import { rawClient } from './raw-client.ts';

/** Each server, what it needs to start, and how many of its tools are described. */
const servers: readonly (readonly [name: string, args: readonly string[], described: number])[] = [
  ['@modelcontextprotocol/server-filesystem', ['.'], 14],
  ['@playwright/mcp', ['--headless'], 18],
  ['@modelcontextprotocol/server-postgres', ['postgres://127.0.0.1:5432/postgres'], 1],
  ['@modelcontextprotocol/server-github', [], 26],
];

/** The shipped descriptions are those of what the real packages say of their tools. */
export function knownServerCases(folder: string): readonly Case[] {
  return servers.map(([name, args, described]) => ({
    name: `known servers, ${name}`,
    run: async () => {
      const home = join(folder, 'node_modules', name);
      const { bin, version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Manifest;
      const script = typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? '');
      const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
      const client = rawClient([join(home, script), ...args], env);
      await client.initialize();
      const answer = await client.ask('tools/list');
      const { tools } = answer['result'] as { readonly tools: readonly ToolDescription[] };
      const found = tools.filter((tool) => {
        const about = { server: 'any', tool: tool.name, package: `${name}@${version}` };
        const known = (pin: string): unknown =>
          describedByPackage({ tool: '', input: {}, mcp: { ...about, pin } });
        assert.equal(known(pinTool({ ...tool, description: `${tool.description ?? ''} ` })), undefined);
        return known(pinTool(tool)) !== undefined;
      });
      client.child.kill();
      await client.over;
      assert.equal(found.length, described, found.map((tool) => tool.name).join());
    },
  }));
}

interface Manifest {
  readonly version: string;
  readonly bin: string | Readonly<Record<string, string>>;
}
