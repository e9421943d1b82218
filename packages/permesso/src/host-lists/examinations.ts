import { claudeCodeExamination } from '../hosts/claude-code/setup.ts';
import { codexExamination } from '../hosts/codex/setup.ts';
import { copilotCliExamination } from '../hosts/copilot-cli/setup.ts';
import { cursorExamination } from '../hosts/cursor/setup.ts';
import type { Examination } from '../examine/examination.ts';
import { geminiCliExamination } from '../hosts/gemini-cli/setup.ts';
import { kiroExamination } from '../hosts/kiro/setup.ts';
import { opencodeExamination } from '../hosts/opencode/setup.ts';
import { qwenCodeExamination } from '../hosts/qwen-code/setup.ts';
import { windsurfExamination } from '../hosts/windsurf/setup.ts';

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
