import { definedFields } from '@permesso/engine/call';
import { loadPolicy } from '@permesso/gate/gate';
import type { PlaceOptions } from '@permesso/gate/disk';
import { listedFormats, readFor, writtenFor } from './exchange-text.ts';
import { get, post, textFrom, type Route } from '../route.ts';

export interface ExchangeOptions extends PlaceOptions {
  readonly cwd: string;
}

/** Import and export of rules, with a list of losses. Importing only shows; adding is a separate step. */
export function exchangeRoutes(options: ExchangeOptions): readonly Route[] {
  const { cwd, home } = options;
  return [
    get('/api/formats', () => ({ formats: listedFormats() })),
    post('/api/export', (body) => writtenFor(textFrom(body, 'format'), loadPolicy(options).layers)),
    post('/api/import', (body) =>
      readFor(textFrom(body, 'format'), textFrom(body, 'text'), { root: cwd, ...definedFields({ home }) }),
    ),
  ];
}
