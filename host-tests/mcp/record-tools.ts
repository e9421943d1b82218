import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinTool, type ToolDescription } from '@permesso/gate/approval';
import { rawClient } from './raw-client.ts';

/**
 * Starts an installed server and prints its tools as rows have them, `name~pin`, with what it says of each. The keys that it wants
 * may be anything: listing tools needs none, and a server that asks a service for them cannot be bound to a package.
 */
const [folder, name, ...args] = process.argv.slice(2);
if (folder === undefined || name === undefined) {
  process.stderr.write(
    'usage: node host-tests/mcp/record-tools.ts FOLDER PACKAGE [ARGUMENT...], with its keys in the environment\n',
  );
  process.exitCode = 64;
} else await record(join(folder, 'node_modules', name), args);

async function record(home: string, rest: readonly string[]): Promise<void> {
  const { bin, version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Manifest;
  const script = typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? '');
  const client = rawClient([join(home, script), ...rest], process.env as Record<string, string>);
  await client.initialize();
  const answer = await client.ask('tools/list');
  const { tools } = answer['result'] as { readonly tools: readonly ToolDescription[] };
  process.stdout.write(`${name}@${version}\n`);
  for (const tool of tools)
    process.stdout.write(
      `  ${tool.name}~${pinTool(tool).slice(0, 10)} ${JSON.stringify(tool.annotations ?? {})}\n`,
    );
  client.child.kill();
  await client.over;
}

interface Manifest {
  readonly version: string;
  readonly bin: string | Readonly<Record<string, string>>;
}
