import { claudeCodeInstaller } from './claude-code/install.ts';
import { clineInstaller } from './cline/install.ts';
import { codexInstaller } from './codex/install.ts';
import { copilotCliInstaller } from './copilot-cli/install.ts';
import { cursorInstaller } from './cursor/install.ts';
import { geminiCliInstaller } from './gemini-cli/install.ts';
import type { Installer } from './install/installer.ts';
import { kiroInstaller } from './kiro/install.ts';
import { opencodeInstaller } from './opencode/install.ts';
import { qwenCodeInstaller } from './qwen-code/install.ts';
import { windsurfInstaller } from './windsurf/install.ts';

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
