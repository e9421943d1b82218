import { benchDecide } from './decide.ts';
import { benchHook } from './hook.ts';
import { benchHostile } from './hostile.ts';
import { benchKeep } from './keep.ts';
import { benchLook } from './look.ts';
import { benchMcp } from './mcp.ts';
import { benchRecord } from './record.ts';
import { benchPolicyLoad } from './policy-load.ts';
import { benchRules } from './rules.ts';
import { benchSandbox } from './sandbox.ts';
import { benchSandboxHost } from './sandbox-host.ts';
import { benchResident } from './resident.ts';
import { benchStart } from './start.ts';

/** Each bench gives one object whose `ratio` is its figure, measured against something bare in the same run. */
const benches: ReadonlyMap<string, () => object | Promise<object>> = new Map<
  string,
  () => object | Promise<object>
>([
  ['decide', benchDecide],
  ['hook', benchHook],
  ['hostile', benchHostile],
  ['keep', benchKeep],
  ['look', benchLook],
  ['mcp', benchMcp],
  ['record', benchRecord],
  ['policy-load', benchPolicyLoad],
  ['resident', benchResident],
  ['rules', benchRules],
  ['sandbox', benchSandbox],
  ['sandbox-host', benchSandboxHost],
  ['start', benchStart],
]);

const [name = '', ...flags] = process.argv.slice(2);
const bench = benches.get(name);
if (bench === undefined) {
  console.error(`usage: npm run tools -- bench <${[...benches.keys()].join('|')}> [--json]`);
  process.exitCode = 64;
} else {
  const result = await bench();
  const lost = 'missed' in result ? (result.missed as readonly string[]) : [];
  for (const each of lost) console.error(each);
  if (lost.length > 0) process.exitCode = 1;
  console.log(flags.includes('--json') ? JSON.stringify(result) : JSON.stringify(result, undefined, 2));
}
