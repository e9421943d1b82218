import { definedFields } from '@permesso/engine/call';
import { loadPolicy } from '@permesso/gate/gate';
import type { PlaceOptions } from '@permesso/gate/disk';
import { listedFormats, readFor, writtenFor } from './exchange-text.ts';
import { textFrom, type Route } from '../route.ts';

export interface ExchangeOptions extends PlaceOptions {
  readonly cwd: string;
}

/** Rules from and for other programs, with what could not be said. Importing only shows; adding is another step. */
export function exchangeRoutes(options: ExchangeOptions): readonly Route[] {
  const { cwd, home } = options;
  return [
    { method: 'GET', path: '/api/formats', run: () => ({ formats: listedFormats() }) },
    {
      method: 'POST',
      path: '/api/export',
      run: ({ body }) => writtenFor(textFrom(body, 'format'), loadPolicy(options).layers),
    },
    {
      method: 'POST',
      path: '/api/import',
      run: ({ body }) =>
        readFor(textFrom(body, 'format'), textFrom(body, 'text'), { root: cwd, ...definedFields({ home }) }),
    },
  ];
}
