/** Texts for people about an agent program. */
export interface AgentTexts {
  readonly title: string;
  /** Where a person is asked: used by `init`, `doctor` and the page about approvals. */
  readonly asked: string;
  /** What happens if nobody can be asked there. */
  readonly otherwise: string;
}

const form = 'a form in its window';
const popup = 'a popup in tmux';
const open = '`pending --watch` or the console if one is open, else denied';

/** By row name. */
export const agentTexts: { readonly [host: string]: AgentTexts } = {
  'claude-code': { title: 'Claude Code', asked: form, otherwise: 'popup, then its own prompt' },
  codex: { title: 'Codex CLI', asked: form, otherwise: `popup, ${open}` },
  'copilot-cli': { title: 'Copilot CLI', asked: form, otherwise: 'popup, then its own prompt' },
  'gemini-cli': { title: 'Gemini CLI', asked: 'its own prompt; with --yolo a popup', otherwise: open },
  'qwen-code': { title: 'Qwen Code', asked: popup, otherwise: 'its own prompt' },
  opencode: { title: 'OpenCode', asked: form, otherwise: `popup, ${open}` },
  kilo: { title: 'Kilo', asked: popup, otherwise: open },
  pi: { title: 'Pi', asked: popup, otherwise: open },
  openclaw: { title: 'OpenClaw', asked: '`pending --watch` or the console', otherwise: 'denied' },
  'kimi-code': { title: 'Kimi Code', asked: popup, otherwise: open },
  reasonix: { title: 'Reasonix', asked: popup, otherwise: open },
  cline: { title: 'Cline', asked: popup, otherwise: open },
  cursor: { title: 'Cursor', asked: '`pending --watch` or the console', otherwise: 'denied' },
  windsurf: { title: 'Windsurf', asked: '`pending --watch` or the console', otherwise: 'denied' },
  kiro: { title: 'Kiro', asked: '`pending --watch` or the console', otherwise: 'denied' },
};

/** The program's usual name; its own name if it is not listed. */
export function agentName(host: string): string {
  return Object.hasOwn(agentTexts, host) ? (agentTexts[host]?.title ?? host) : host;
}
