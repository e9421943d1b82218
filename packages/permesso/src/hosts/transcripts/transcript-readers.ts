import { claudeCodeTranscripts } from '../claude-code/transcripts.ts';
import { clineTranscripts } from '../cline/transcripts.ts';
import { codexTranscripts } from '../codex/transcripts.ts';
import { copilotCliTranscripts } from '../copilot-cli/transcripts.ts';
import { geminiCliTranscripts } from '../gemini-cli/transcripts.ts';
import { opencodeTranscripts } from '../opencode/transcripts.ts';
import { qwenCodeTranscripts } from '../qwen-code/transcripts.ts';
import type { TranscriptReader } from './past-call.ts';

/** Every host whose sessions can be read. */
export const transcriptReaders: readonly TranscriptReader[] = [
  claudeCodeTranscripts,
  codexTranscripts,
  geminiCliTranscripts,
  opencodeTranscripts,
  clineTranscripts,
  qwenCodeTranscripts,
  copilotCliTranscripts,
];
