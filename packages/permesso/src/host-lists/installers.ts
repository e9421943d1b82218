import { claudeCodeInstaller } from '../hosts/claude-code/setup.ts';
import { clineInstaller } from '../hosts/cline/setup.ts';
import { codexInstaller } from '../hosts/codex/setup.ts';
import { copilotCliInstaller } from '../hosts/copilot-cli/setup.ts';
import { cursorInstaller } from '../hosts/cursor/setup.ts';
import { geminiCliInstaller } from '../hosts/gemini-cli/setup.ts';
import type { Installer } from '../install/installer.ts';
import { kiroInstaller } from '../hosts/kiro/setup.ts';
import { opencodeInstaller } from '../hosts/opencode/setup.ts';
import { qwenCodeInstaller } from '../hosts/qwen-code/setup.ts';
import { windsurfInstaller } from '../hosts/windsurf/setup.ts';

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
