/** OpenCode's permissions and their counterparts here. */
export type OpencodeTool =
  | { readonly is: 'shell' | 'path' | 'url' | 'other'; readonly rule: string }
  | { readonly is: 'unknown'; readonly why: string };

export const opencodeTools: ReadonlyMap<string, OpencodeTool> = new Map<string, OpencodeTool>([
  ['bash', { is: 'shell', rule: 'Bash' }],
  ['edit', { is: 'path', rule: 'Write' }],
  ['write', { is: 'path', rule: 'Write' }],
  ['patch', { is: 'path', rule: 'Write' }],
  ['read', { is: 'path', rule: 'Read' }],
  ['webfetch', { is: 'url', rule: 'WebFetch' }],
  ['websearch', { is: 'other', rule: 'WebSearch' }],
  ['glob', { is: 'other', rule: 'Glob' }],
  ['grep', { is: 'other', rule: 'Grep' }],
  ['list', { is: 'other', rule: 'Glob' }],
  [
    'external_directory',
    { is: 'unknown', why: 'rules here say where they apply; nothing outside the project is allowed by them' },
  ],
  ['doom_loop', { is: 'unknown', why: 'a guard against repeated calls is not a permission' }],
]);
