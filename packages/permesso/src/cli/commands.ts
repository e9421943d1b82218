import type { Command } from './command.ts';
import { acp } from './acp.ts';
import { answer } from './answer.ts';
import { check } from './check.ts';
import { conformance } from './conformance.ts';
import { diff } from './diff.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { exportPolicy } from './export.ts';
import { freeze } from './freeze.ts';
import { grants } from './grants.ts';
import { importPolicy } from './import.ts';
import { hook } from './hook-command.ts';
import { init } from './init.ts';
import { lint } from './lint.ts';
import { log } from './log.ts';
import { mcp } from './mcp.ts';
import { pending } from './pending.ts';
import { replay } from './replay.ts';
import { rules } from './rules.ts';
import { run } from './run.ts';
import { scan } from './scan.ts';
import { schema } from './schema.ts';
import { serve } from './serve.ts';
import { suggest } from './suggest.ts';
import { team } from './team.ts';
import { test } from './test.ts';
import { thaw } from './thaw.ts';
import { trust } from './trust.ts';
import { ui } from './ui.ts';
import { uninstall } from './uninstall.ts';

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
