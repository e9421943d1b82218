import type { Answer } from '@permesso/protocol/approval';
import { readLimit } from './limit.ts';
import { promptContent } from './prompt-content.ts';
import type { PromptContext } from './prompt-context.ts';
import { answerOf, choicesOf, openPrompt, wordFor, type Choice, type PromptState } from './prompt-state.ts';
import { answersInOrder, isLasting, requestTitle, visible } from '@permesso/protocol/text';

/** One step of a text-only prompt: what to print, and what the next typed line would mean. */
export interface PlainStep {
  readonly say: string;
  readonly answer?: Answer;
  /** The person left without an answer. */
  readonly left?: true;
  readonly next: (line: string, now: number) => PlainStep;
}

interface Option {
  readonly text: string;
  readonly take: (now: number) => PlainStep;
}

/** Printed once, in order, numbered, never redrawn: for screen readers and basic terminals. */
export function plainPrompt(context: PromptContext): PlainStep {
  const { request, place, where } = context;
  const number = place.of > 1 ? ` Question ${place.at} of ${place.of}.` : '';
  const said = [
    `Permission needed.${number}`,
    `${visible(requestTitle(request))}${where === undefined ? '' : `, in ${visible(where)}`}. Mode ${request.decision.receipt.mode.used}.`,
    ...promptContent(request).map(({ text, mark = '', aside }) =>
      `${mark}${visible(text)}${aside === undefined ? '' : `: ${visible(aside.text)}`}`.trimEnd(),
    ),
  ].join('\n');
  const start = { ...openPrompt({ now: 0 }), seenAll: true };
  const ask = menu(
    [
      ...answersInOrder(
        {
          allowing: [...allowing(start, context), ...opening(context), ...trusting(context)],
          denying: denying(),
        },
        { isSerious: isLasting(request) },
      ),
      ...leaving(context),
    ],
    'Type a number and press Enter.',
  );
  return { ...ask, say: `${said}\n\n${ask.say}` };
}

const names: { readonly [C in Choice]: string } = {
  once: 'Allow once',
  session: 'Allow for this session',
  project: 'Allow in this project',
  user: 'Allow in all your projects',
  until: 'Allow for a while, or for a few calls',
};

function allowing(state: PromptState, context: PromptContext): readonly Option[] {
  return choicesOf(context).map((choice) => ({
    text: names[choice],
    take: () => {
      const chosen: PromptState = { ...state, choice };
      if (choice === 'once') return agree(chosen, context);
      return choice === 'until' ? askLimit(chosen, context) : askRule(chosen, context);
    },
  }));
}

function opening({ request: { hosts } }: PromptContext): readonly Option[] {
  if (hosts === undefined) return [];
  const listed = hosts.join(', ');
  return [
    {
      text: `Run it sandboxed, and open ${listed} for sandboxed calls of this project for 8 hours`,
      take: () =>
        line(
          'Sandboxed calls could send anything there that they can read. Type yes and press Enter.',
          (text) =>
            text.toLowerCase() === 'yes' ? done({ verdict: 'allow', hosts, from: 'terminal' }) : undefined,
        ),
    },
  ];
}

function trusting({ request: { sources } }: PromptContext): readonly Option[] {
  if (sources === undefined) return [];
  return [
    {
      text: `Allow once, and trust ${sources.join(', ')} for the rest of the session`,
      take: () =>
        line(
          'Whatever is read there could then tell the agent what to do, unasked. Type yes and press Enter.',
          (text) =>
            text.toLowerCase() === 'yes' ? done({ verdict: 'allow', sources, from: 'terminal' }) : undefined,
        ),
    },
  ];
}

function denying(): readonly Option[] {
  return [
    { text: 'Deny', take: () => done({ verdict: 'deny', from: 'terminal' }) },
    {
      text: 'Deny, and tell the agent why',
      take: () =>
        line('Write what the agent should know, and press Enter.', (comment) =>
          comment === '' ? undefined : done({ verdict: 'deny', comment, from: 'terminal' }),
        ),
    },
    {
      text: 'Deny for this session',
      take: () => done({ verdict: 'deny', scope: 'session', from: 'terminal' }),
    },
  ];
}

function leaving({ canLeave }: PromptContext): readonly Option[] {
  const left: PlainStep = { say: 'Left open.', left: true, next: () => left };
  return canLeave ? [{ text: 'Leave it open', take: () => left }] : [];
}

function askLimit(state: PromptState, context: PromptContext): PlainStep {
  return line('Until when? 30m, 8h, 7d, or 5x for five calls.', (text, now) => {
    const limit = readLimit(text, now);
    return 'problem' in limit ? undefined : askRule({ ...state, limit }, context);
  });
}

/** Asks which rule to save: lists each with what it would match, or takes one that the person writes. */
function askRule(state: PromptState, context: PromptContext): PlainStep {
  const { suggestions } = context.request.decision;
  if (suggestions.length === 0) return agree(state, context);
  const offered = suggestions.map(({ rules, covers }, rung): Option => {
    const { count, of } = context.alsoMatches(rules);
    const also = of === 0 ? '' : `; would also have matched ${count} of your last ${of} calls`;
    return {
      text: `${rules.join(' and ')}: ${covers}${also}`,
      take: () => agree({ ...state, rung }, context),
    };
  });
  const own: Option = {
    text: 'Write the rule yourself',
    take: () =>
      line('Write the rule and press Enter.', (text) => {
        const objection = context.objection([text]);
        return objection === undefined
          ? agree({ ...state, edited: [text] }, context)
          : again(`This rule cannot be saved: ${objection}.`, () => askRule(state, context));
      }),
  };
  return menu([...offered, own], 'Which rule should be saved? Type a number and press Enter.');
}

function agree(state: PromptState, context: PromptContext): PlainStep {
  const word = wordFor(context);
  if (word === undefined) return done(answerOf(state, context));
  return line(`This cannot be undone. Type ${word} and press Enter to allow it.`, (text) =>
    text.toLowerCase() === word ? done(answerOf(state, context)) : undefined,
  );
}

function done(answer: Answer): PlainStep {
  const step: PlainStep = {
    say: answer.verdict === 'allow' ? 'Allowed.' : 'Denied.',
    answer,
    next: () => step,
  };
  return step;
}

function menu(options: readonly Option[], request: string): PlainStep {
  const listed = options.map(({ text }, at) => `${at + 1}. ${visible(text)}`);
  const step: PlainStep = {
    say: [...listed, request].join('\n'),
    next: (text, now) => {
      const option = /^\d{1,3}$/.test(text.trim()) ? options[Number(text.trim()) - 1] : undefined;
      return option?.take(now) ?? again(`Type a number from 1 to ${options.length}.`, () => step);
    },
  };
  return step;
}

function line(say: string, take: (text: string, now: number) => PlainStep | undefined): PlainStep {
  const step: PlainStep = {
    say,
    next: (text, now) => take(text.trim(), now) ?? again('That is not a valid answer.', () => step),
  };
  return step;
}

function again(say: string, step: () => PlainStep): PlainStep {
  const same = step();
  return { ...same, say: `${say}\n${same.say}` };
}
