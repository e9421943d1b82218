import { claudeCodeExamination } from './claude-code/examine.ts';
import { codexExamination } from './codex/examine.ts';
import { copilotCliExamination } from './copilot-cli/examine.ts';
import { cursorExamination } from './cursor/examine.ts';
import type { Examination } from './examine/examination.ts';
import { geminiCliExamination } from './gemini-cli/examine.ts';
import { kiroExamination } from './kiro/examine.ts';
import { opencodeExamination } from './opencode/examine.ts';
import { qwenCodeExamination } from './qwen-code/examine.ts';
import { windsurfExamination } from './windsurf/examine.ts';

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
