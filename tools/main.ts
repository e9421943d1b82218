/**
 * `npm run tools` lists what can be started here, `--json` as JSON; `npm run tools -- NAME [ARGUMENT]...` starts one, and
 * `npm run tools -- NAME --help` explains it.
 */
import { runTool } from './run-tool.ts';
import { describeTool, listTools, nearestNames } from './tool-texts.ts';
import { tools } from './tool-list.ts';

const wrongUsage = 64;
const [name, ...words] = process.argv.slice(2);
// As npm wants it before the arguments of a script.
const given = words[0] === '--' ? words.slice(1) : words;
const tool = tools.find((one) => one.name === name);

if (name === undefined || name === '--help') process.stdout.write(listTools());
else if (name === '--json') process.stdout.write(`${JSON.stringify(tools, undefined, 2)}\n`);
else if (tool === undefined) {
  process.stderr.write(`no tool ${name}${nearestNames(name)}; \`npm run tools\` lists them\n`);
  process.exitCode = wrongUsage;
} else {
  if (given.includes('--help') && tool.help !== true) process.stdout.write(describeTool(tool));
  else process.exitCode = await runTool(tool, given);
}
