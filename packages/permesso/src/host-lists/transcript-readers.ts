import { claudeCodeTranscripts } from '../hosts/claude-code/transcripts.ts';
import { clineTranscripts } from '../hosts/cline/transcripts.ts';
import { codexTranscripts } from '../hosts/codex/transcripts.ts';
import { copilotCliTranscripts } from '../hosts/copilot-cli/transcripts.ts';
import { geminiCliTranscripts } from '../hosts/gemini-cli/transcripts.ts';
import { opencodeTranscripts } from '../hosts/opencode/transcripts.ts';
import { qwenCodeTranscripts } from '../hosts/qwen-code/transcripts.ts';
import type { TranscriptReader } from '../transcripts/past-call.ts';

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
