import { definedFields } from '@permesso/engine/call';
import type { Calls } from './host.ts';
import { isPayload } from './read-payload.ts';
import { translate, type List, type TheirCall, type ToolRow, type Translated } from './tool-table.ts';

export interface TranslatedList {
  readonly calls: readonly [Translated['call'], ...Translated['call'][]];
  readonly toInput?: NonNullable<Calls['toInput']>;
  readonly toInputs?: NonNullable<Calls['toInputs']>;
  readonly leaving?: readonly string[];
}

/** Longer lists are not taken apart: nobody could read them either. */
const longest = 64;

/** As `translate`, for hosts whose tools take lists: every item is a call, and all of them must be permitted. */
export function translateEach(rows: ReadonlyMap<string, ToolRow>, theirs: TheirCall): TranslatedList {
  const row = rows.get(theirs.tool);
  const list = row?.each;
  if (row === undefined || list === undefined) return asOne(translate(rows, theirs));
  if (!Object.hasOwn(theirs.input, list.of)) {
    // Some tools also take other spellings of their list; which of them counts is not known here.
    return list.optional === true
      ? asOne(translate(rows, theirs))
      : asOne(translate(rows, { ...theirs, input: {} }));
  }
  const value = theirs.input[list.of];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > longest) return { calls: [{ tool: 'unreadable', input: theirs.input }] };
  const each = inputsOf(theirs.input, { list, items }).map((input) => translate(rows, { ...theirs, input }));
  const [first, ...rest] = each;
  if (first === undefined) return asOne(translate(rows, { ...theirs, input: {} }));
  const toInputs: TranslatedList['toInputs'] = (changed) => ({
    ...theirs.input,
    [list.of]: each.map(({ call, toInput }, at) => toInput(changed[at] ?? call)[list.as]),
  });
  // Items of another shape, or the same thing said beside the list, cannot be put back into it.
  const isPlain = each.length === items.length && items.every((item) => typeof item === 'string');
  return {
    calls: [first.call, ...rest.map(({ call }) => call)],
    ...(isPlain ? { toInputs } : {}),
    ...(isPlain && rest.length === 0 ? { toInput: (changed) => toInputs([changed]) } : {}),
  };
}

function asOne({ call, toInput, leaving }: Translated): TranslatedList {
  return { calls: [call], toInput, ...definedFields({ leaving }) };
}

interface Items {
  readonly list: List;
  readonly items: readonly unknown[];
}

function inputsOf(input: TheirCall['input'], { list, items }: Items): readonly TheirCall['input'][] {
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => name !== list.of));
  const each = items.map((item) =>
    list.spread === true && isPayload(item) ? { ...rest, ...item } : { ...rest, [list.as]: item },
  );
  // The same thing said beside the list: which of the two the host goes by is not known.
  return Object.hasOwn(rest, list.as) ? [...each, rest] : each;
}
