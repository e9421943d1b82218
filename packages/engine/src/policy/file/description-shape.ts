import { effectNames } from '../../facts/effect.ts';
import type { Shape } from './shape.ts';

const places = (about: string): Shape => ({
  is: 'list',
  about,
  of: {
    is: 'text',
    about: 'Where the argument is in the input.',
    examples: ['$.path', '$.paths[*]', '$.edits[*].file'],
  },
});

export const descriptionShape: Shape = {
  is: 'object',
  about: 'What one MCP tool does, or all tools of a server.',
  required: ['tool'],
  fields: {
    tool: {
      is: 'text',
      about: 'The tool; a trailing * is a wildcard. The first description that fits counts.',
      examples: ['mcp__files__read_text_file', 'mcp__files__*'],
    },
    reads: places('Arguments that name files which are read.'),
    writes: places('Arguments that name files which are written.'),
    deletes: places('Arguments that name files which are removed.'),
    urls: places('Arguments that name addresses which are fetched.'),
    ignores: places(
      'Arguments that name neither a file of this machine nor a host, whatever they look like.',
    ),
    effects: {
      is: 'list',
      about: 'What such calls do, for rules about effects; the files and addresses above are added.',
      of: { is: 'choice', about: 'Something that happens when a call runs.', of: effectNames },
      filled: true,
    },
    trusted: {
      is: 'flag',
      about: 'You trust the server of this name: its tools that it marks as read-only only read.',
    },
    readOnly: { is: 'flag', about: 'Every such call changes nothing.' },
    complete: {
      is: 'flag',
      about:
        'Such calls do nothing but what is listed here: allow rules about files and hosts may cover them.',
    },
  },
};
