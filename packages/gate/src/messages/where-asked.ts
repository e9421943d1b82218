/** Where a person is asked, for each agent program: `init`, `doctor` and the page about approvals say it in these words. */
export interface WhereAsked {
  readonly first: string;
  /** Where nobody could be asked there. */
  readonly otherwise: string;
}

const form = 'a form in its window';
const popup = 'a popup in tmux';
const open = '`pending --watch` or the console if one is open, else denied';

export const whereAsked: { readonly [host: string]: WhereAsked } = {
  'claude-code': { first: form, otherwise: 'popup, then its own prompt' },
  codex: { first: form, otherwise: `popup, ${open}` },
  'copilot-cli': { first: form, otherwise: 'popup, then its own prompt' },
  'gemini-cli': { first: 'its own prompt; with --yolo a popup', otherwise: open },
  'qwen-code': { first: popup, otherwise: 'its own prompt' },
  opencode: { first: form, otherwise: `popup, ${open}` },
  kilo: { first: popup, otherwise: open },
  pi: { first: popup, otherwise: open },
  openclaw: { first: '`pending --watch` or the console', otherwise: 'denied' },
  'kimi-code': { first: popup, otherwise: open },
  reasonix: { first: popup, otherwise: open },
  cline: { first: popup, otherwise: open },
  cursor: { first: '`pending --watch` or the console', otherwise: 'denied' },
  windsurf: { first: '`pending --watch` or the console', otherwise: 'denied' },
  kiro: { first: '`pending --watch` or the console', otherwise: 'denied' },
};
