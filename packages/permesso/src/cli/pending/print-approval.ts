import { promptContent } from '@permesso/gate/approval';
import { type Approval, describeState } from '@permesso/protocol/approval';
import { fitLine, requestTitle } from '@permesso/protocol/text';
import { saidBefore } from '../../host-lists/said-before.ts';

/** One request in full: the effects, the call, the reason for asking. */
export function printApproval(approval: Approval, { width }: { readonly width: number }): string {
  const title = `${requestTitle(approval.request)}: ${describeState(approval)}`;
  const { person, agent } = saidBefore(approval.request.call);
  const said = [
    ...(person === undefined ? [] : [{ text: `You asked: ${person}` }]),
    ...(agent === undefined ? [] : [{ text: `The agent says: ${agent}` }]),
  ];
  return [{ text: title }, ...said, ...promptContent(approval.request)]
    .flatMap((line) => fitLine(line, width))
    .map(({ text }) => text.trimEnd())
    .join('\n');
}
