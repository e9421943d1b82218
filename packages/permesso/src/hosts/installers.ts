import { claudeCodeInstaller } from './claude-code/setup.ts';
import { clineInstaller } from './cline/setup.ts';
import { codexInstaller } from './codex/setup.ts';
import { copilotCliInstaller } from './copilot-cli/setup.ts';
import { cursorInstaller } from './cursor/setup.ts';
import { geminiCliInstaller } from './gemini-cli/setup.ts';
import type { Installer } from './install/installer.ts';
import { kiroInstaller } from './kiro/setup.ts';
import { opencodeInstaller } from './opencode/setup.ts';
import { qwenCodeInstaller } from './qwen-code/setup.ts';
import { windsurfInstaller } from './windsurf/setup.ts';

/** Every host that `permesso init` can set up. A new one is a folder and a line here. */
export const installers: readonly Installer[] = [
  claudeCodeInstaller,
  copilotCliInstaller,
  codexInstaller,
  geminiCliInstaller,
  opencodeInstaller,
  clineInstaller,
  qwenCodeInstaller,
  cursorInstaller,
  windsurfInstaller,
  kiroInstaller,
];
