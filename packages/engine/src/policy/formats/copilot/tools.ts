/** Copilot CLI's tool names that differ from other programs'. */
export const copilotTools: ReadonlyMap<string, string> = new Map([
  ['bash', 'Bash'],
  ['shell', 'Bash'],
  ['powershell', 'Bash'],
  ['view', 'Read'],
  ['read', 'Read'],
  ['create', 'Write'],
  ['write', 'Write'],
  ['edit', 'Edit'],
  ['grep', 'Grep'],
  ['glob', 'Glob'],
  ['web_fetch', 'WebFetch'],
  ['fetch', 'WebFetch'],
  ['web_search', 'WebSearch'],
  ['task', 'Agent'],
]);
