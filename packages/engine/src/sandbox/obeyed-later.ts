/**
 * Files that agents, editors or programs obey later, outside of the sandbox: what a sandboxed call writes there would act
 * with the rights of the program that reads it. Read-only inside, beside the protected and guarded places. An edit by a
 * tool is not asked about for their sake: people have agents write them.
 */
interface ObeyedFile {
  readonly name: string;
  /** An empty one means nothing to the programs that read it, so one that does not exist yet can be held free. */
  readonly heldFree?: true;
}

const obeyed: readonly ObeyedFile[] = [
  ...'claude.md claude.local.md agents.md agent.md gemini.md qwen.md .cursorrules .windsurfrules .clinerules .goosehints .aider.conf.yml .mcp.json .envrc .tool-versions mise.toml .mise.toml ansible.cfg'
    .split(' ')
    .map((name): ObeyedFile => ({ name, heldFree: true })),
  // Directories are kept free by the rows of their contents; an empty file of these names would stop a program.
  ...'.claude .cursor .windsurf .roo .kiro .amazonq .junie .opencode .codex .gemini .qwen .vscode .idea .devcontainer copilot-instructions.md docker-compose.yml docker-compose.yaml docker-compose.override.yml compose.yaml compose.yml compose.override.yaml global.json terragrunt.hcl prisma.config.ts prisma.config.js .pre-commit-config.yaml lefthook.yml .lefthook.yml devcontainer.json .devcontainer.json'
    .split(' ')
    .map((name): ObeyedFile => ({ name })),
];

const names: ReadonlySet<string> = new Set(obeyed.map(({ name }) => name));

/** The table is in lower case; a file that does not exist yet has the name that programs look for. */
const upperCase = /^(?:claude|claude\.local|agents|agent|gemini|qwen)(?=\.md$)/u;

/** Whether a file or directory of this name is obeyed later, at any depth. */
export function isObeyedLater(name: string): boolean {
  return names.has(name.toLowerCase());
}

/** Names that are held free at the top of a working directory. */
export const heldFreeNames: readonly string[] = obeyed
  .filter(({ heldFree }) => heldFree === true)
  .map(({ name }) => name.replace(upperCase, (text) => text.toUpperCase()));

export const obeyedReason = 'is obeyed later, by agents, editors or programs outside of the sandbox';
