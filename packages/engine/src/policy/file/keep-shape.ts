import type { Shape } from './shape.ts';

export const keepShape: Shape = {
  is: 'either',
  about:
    'Keep what a call is about to remove or overwrite, so that `permesso undo` brings it back. Counts from trusted files.',
  text: { is: 'choice', about: 'Whether it is kept: on means for 7 days, up to 2GB.', of: ['on', 'off'] },
  object: {
    is: 'object',
    about: 'For how long, and how much.',
    fields: {
      days: { is: 'count', about: 'Days that it is kept; 7 when absent.', from: 1, to: 365 },
      most: {
        is: 'text',
        about: 'How much is kept at a time. What goes beyond it is asked about; 2GB when absent.',
        examples: ['2GB', '500MB'],
      },
    },
  },
};
