/** `--write` renews examples/recipes/README.md from the files. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceSection } from '../page-section.ts';

const repository = join(import.meta.dirname, '../../../..');
const page = join(repository, 'examples/recipes/README.md');
export const recipeFolder: string = join(repository, 'examples/recipes');

const titles: ReadonlyMap<string, string> = new Map([
  ['tenants.ts', 'Tenants'],
  ['serverless.ts', 'One process for each request'],
  ['edge.ts', 'At the edge'],
  ['web-chat.ts', 'A chat in the browser'],
  ['slack-bot.ts', 'Slack'],
  ['cron-job.ts', 'A job at night'],
  ['sub-agents.ts', 'Sub-agents'],
  ['mcp-client.ts', 'An MCP client'],
]);

export function recipeFiles(): readonly string[] {
  const found = readdirSync(recipeFolder).filter((name) => name.endsWith('.ts'));
  const untitled = found.filter((name) => !titles.has(name));
  if (untitled.length > 0) throw new TypeError(`no title for ${untitled.join(', ')}`);
  return [...titles.keys()].filter((name) => found.includes(name));
}

export function writtenRecipesPage(): string {
  return readFileSync(page, 'utf8');
}

export function renderRecipesPage(): string {
  const text = recipeFiles().map((name) => {
    const source = readFileSync(join(recipeFolder, name), 'utf8').trimEnd();
    const { about, code } = splitRecipe(source);
    const link = `[examples/recipes/${name}](${name})`;
    return [`## ${titles.get(name) ?? name}`, '', about, '', link, '', '```ts', code, '```'].join('\n');
  });
  return replaceSection(writtenRecipesPage(), 'recipes', text.join('\n\n'));
}

/** The comment at the top becomes the text above the program. */
function splitRecipe(source: string): { readonly about: string; readonly code: string } {
  const [, comment, code] = /^\/\*\*(.*?)\*\/\n(.*)$/s.exec(source) ?? [];
  if (comment === undefined || code === undefined)
    throw new TypeError('a recipe begins with what it is about');
  const about = comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, '').trim())
    .filter((line) => line !== '')
    .join('\n');
  return { about, code };
}

if (import.meta.main && process.argv.includes('--write')) writeFileSync(page, renderRecipesPage());
