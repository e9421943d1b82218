import type { Command } from './command.ts';
import { acp } from './commands/acp.ts';
import { answer } from './commands/answer.ts';
import { check } from './commands/check.ts';
import { conformance } from './commands/conformance.ts';
import { diff } from './commands/diff.ts';
import { doctor } from './commands/doctor.ts';
import { explain } from './commands/explain.ts';
import { exportPolicy } from './commands/export.ts';
import { freeze } from './commands/freeze.ts';
import { grants } from './commands/grants.ts';
import { importPolicy } from './commands/import.ts';
import { hook } from './commands/hook-command.ts';
import { init } from './commands/init.ts';
import { lint } from './commands/lint.ts';
import { log } from './commands/log.ts';
import { mcp } from './commands/mcp.ts';
import { pending } from './commands/pending.ts';
import { preset } from './commands/preset.ts';
import { replay } from './commands/replay.ts';
import { rules } from './commands/rules.ts';
import { run } from './commands/run.ts';
import { scan } from './commands/scan.ts';
import { schema } from './commands/schema.ts';
import { serve } from './commands/serve.ts';
import { suggest } from './commands/suggest.ts';
import { team } from './commands/team.ts';
import { test } from './commands/test.ts';
import { thaw } from './commands/thaw.ts';
import { trust } from './commands/trust.ts';
import { ui } from './commands/ui.ts';
import { uninstall } from './commands/uninstall.ts';

/** Every command, in the order of the overview: setting up, asking why, answering, looking back, teams, other programs. */
export const commands: readonly Command[] = [
  init,
  doctor,
  scan,
  run,
  uninstall,
  hook,
  check,
  explain,
  lint,
  test,
  diff,
  rules,
  preset,
  grants,
  ui,
  pending,
  answer,
  log,
  replay,
  suggest,
  trust,
  freeze,
  thaw,
  team,
  serve,
  schema,
  importPolicy,
  exportPolicy,
  mcp,
  acp,
  conformance,
];
