import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { methodRows } from '@permesso/gate/mcp-gateway';
import { replaceSection } from '../page-section.ts';

const page = join(import.meta.dirname, '../../../../docs/mcp.md');
const main = join(import.meta.dirname, '../../src/cli/main.ts');
const tiny = join(import.meta.dirname, '../../../gate/test/mcp/tiny-server.ts');

const messages = [
  '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read_note","arguments":{}}}',
  '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"write_note","arguments":{"text":"a"}}}',
  '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"drop_notes"}}',
  '{"jsonrpc":"2.0","id":5,"method":"ping","method":"tools/call","params":{"name":"drop_notes"}}',
];
const rules = ['--allow', 'mcp__notes__read_*', '--deny', 'mcp__notes__drop_notes', '--mode', 'dontAsk'];

/** The page with what the gateway really says, and with every method that it knows. */
export function mcpPage(): string {
  return replaceSection(
    replaceSection(readFileSync(page, 'utf8'), 'transcript', transcript()),
    'methods',
    methodTable(),
  );
}

function transcript(): string {
  const home = mkdtempSync(join(tmpdir(), 'permesso-page-'));
  try {
    const args = [main, 'mcp', '--name', 'notes', ...rules, '--', process.execPath, tiny];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: home,
      env: { PATH: process.env['PATH'], HOME: home },
      input: `${messages.join('\n')}\n`,
      encoding: 'utf8',
      timeout: 600_000,
    });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => [(JSON.parse(line) as { readonly id: number }).id, line] as const);
    const talk = messages.flatMap((message, at) => [
      `-> ${message}`,
      `<- ${shorter(answers.find(([id]) => id === at + 1)?.[1] ?? 'nothing')}`,
    ]);
    const shown = rules.map((rule) => (rule.startsWith('mcp__') ? `'${rule}'` : rule)).join(' ');
    return [
      '```console',
      `$ permesso mcp --name notes ${shown} -- notes-server`,
      ...talk,
      stderr.trim(),
      '```',
    ].join('\n');
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Of a list of tools only their names. */
function shorter(line: string): string {
  return line.replace(/"tools":(\[.*\])/, (_, list: string) => {
    const tools = JSON.parse(list) as readonly { readonly name: string }[];
    return `"tools":[${tools.map(({ name }) => `{"name":"${name}",...}`).join(',')}]`;
  });
}

function methodTable(): string {
  const words = { decide: 'is decided', pass: 'passes', 'unless-denied': 'passes unless denied' };
  const rows = methodRows.map(({ name, is, as, why }) => {
    const rule =
      is === 'pass' ? '' : name === 'tools/call' ? '`mcp__SERVER__TOOL`' : `\`mcp__SERVER__${as ?? name}\``;
    return `| \`${name}\` | ${words[is]} | ${why} | ${rule} |`;
  });
  return [
    '| Request | What becomes of it | Why: it ... | Rules know it as |',
    '|---|---|---|---|',
    ...rows,
    '| any other | is decided | is not known | `mcp__SERVER__METHOD` |',
  ].join('\n');
}

if (process.argv.includes('--write')) writeFileSync(page, mcpPage());
