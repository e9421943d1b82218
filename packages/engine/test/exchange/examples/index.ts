import { agentCodeExamples } from './agent-code.ts';
import { agentscopeExamples } from './agentscope.ts';
import { claudeExamples } from './claude.ts';
import { codexExamples, codexRequirementsExamples } from './codex.ts';
import { conductorExamples } from './conductor.ts';
import { copilotConfigExamples, copilotExamples } from './copilot.ts';
import { cursorExamples } from './cursor.ts';
import type { Example } from './example.ts';
import { geminiExamples } from './gemini.ts';
import { opencodeExamples } from './opencode.ts';
import { vibingExamples } from './vibing.ts';
import { vscodeExamples } from './vscode.ts';

/** By the name of the format. */
export const examples: ReadonlyMap<string, readonly Example[]> = new Map([
  ['claude', claudeExamples],
  ['copilot', copilotExamples],
  ['copilot-config', copilotConfigExamples],
  ['codex', codexExamples],
  ['codex-requirements', codexRequirementsExamples],
  ['gemini', geminiExamples],
  ['opencode', opencodeExamples],
  ['vscode', vscodeExamples],
  ['cursor', cursorExamples],
  ['agentscope', agentscopeExamples],
  ['conductor', conductorExamples],
  ['agent-code', agentCodeExamples],
  ['vibing', vibingExamples],
]);
