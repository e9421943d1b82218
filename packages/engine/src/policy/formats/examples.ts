import { agentCodeExamples } from './agent-code/examples.ts';
import { agentscopeExamples } from './agentscope/examples.ts';
import { claudeExamples } from './claude/examples.ts';
import { codexExamples, codexRequirementsExamples } from './codex/examples.ts';
import { conductorExamples } from './conductor/examples.ts';
import { copilotConfigExamples, copilotExamples } from './copilot/examples.ts';
import { cursorExamples } from './cursor/examples.ts';
import type { Example } from './example.ts';
import { geminiExamples } from './gemini/examples.ts';
import { opencodeExamples } from './opencode/examples.ts';
import { vibingExamples } from './vibing/examples.ts';
import { vscodeExamples } from './vscode/examples.ts';

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
