import { claudeCodeExamination } from './claude-code/setup.ts';
import { codexExamination } from './codex/setup.ts';
import { copilotCliExamination } from './copilot-cli/setup.ts';
import { cursorExamination } from './cursor/setup.ts';
import type { Examination } from './health/examination.ts';
import { geminiCliExamination } from './gemini-cli/setup.ts';
import { kiroExamination } from './kiro/setup.ts';
import { opencodeExamination } from './opencode/setup.ts';
import { qwenCodeExamination } from './qwen-code/setup.ts';
import { windsurfExamination } from './windsurf/setup.ts';

/** What is known about settings of hosts. Cline keeps its own in a database, so there is nothing to read. */
export const examinations: ReadonlyMap<string, Examination> = new Map(
  [
    claudeCodeExamination,
    copilotCliExamination,
    codexExamination,
    geminiCliExamination,
    opencodeExamination,
    qwenCodeExamination,
    cursorExamination,
    windsurfExamination,
    kiroExamination,
  ].map((examination) => [examination.host, examination]),
);
