import { expect, test } from 'vitest';
import { families } from '../commands/families.ts';
import { labelsListing, listingLine } from './places-of.ts';
import { laterTexts } from './row-effects.ts';

const everyday =
  'ls cat grep git npm node python3 python rm mkdir cp mv echo cd find sed awk head tail sort uniq wc xargs tee touch chmod curl gh docker make npx pnpm yarn cargo go pytest tsc rg jq diff tar which pwd env date sleep kill ps true bash sh printf test cut tr basename dirname ln stat file du df export source'.split(
    ' ',
  );

test('an everyday program loads no text that does not name it', () => {
  const named = [
    ...Array.from(families, ([label, make]) => ({ label, names: make().flatMap(({ names }) => names) })),
    ...Array.from(laterTexts, ([label, text]) => ({
      label,
      names: text()
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith(' '))
        .flatMap((line) => line.split(' ')),
    })),
  ];
  const inVain = named.flatMap(({ label, names }) => {
    const line = listingLine(label, names);
    return everyday
      .filter((name) => !names.includes(name) && labelsListing(name, line).length > 0)
      .map((name) => `${name} in ${label}`);
  });
  expect(inVain).toEqual([]);
});
