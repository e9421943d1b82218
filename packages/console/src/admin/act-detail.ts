import { visible } from '@permesso/protocol/text';

const bareId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Whether this is an id without a display name. */
export function isBareId(text: string): boolean {
  return bareId.test(text);
}

/**
 * An act's changes as text: `uses 25, owner Hana`. `named` maps people and projects to names; empty and false values
 * and unknown ids are left out.
 */
export function actDetail(detail: unknown, named: (text: string) => string): string {
  if (typeof detail !== 'object' || detail === null) return valueText(detail, named) ?? '';
  return Object.entries(detail)
    .flatMap(([key, value]) => {
      const name = visible(wordsOf(key));
      if (value === true) return [name];
      const text = Array.isArray(value)
        ? value.flatMap((each) => valueText(each, named) ?? []).join(' and ')
        : valueText(value, named);
      return text === undefined || text === '' ? [] : [`${name} ${text}`];
    })
    .join(', ');
}

function valueText(value: unknown, named: (text: string) => string): string | undefined {
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'object' && value !== null) return actDetail(value, named);
  if (typeof value !== 'string') return undefined;
  const name = named(value);
  return isBareId(name) ? undefined : name;
}

/** `onlyEscalated`: only escalated. */
function wordsOf(key: string): string {
  return key.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
}
