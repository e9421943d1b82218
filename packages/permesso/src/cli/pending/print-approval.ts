import { promptContent } from '@permesso/gate/approval';
import { type Approval, describeState } from '@permesso/protocol/approval';
import { fitLine, requestTitle } from '@permesso/protocol/text';

/** One request whole: what would happen, the call, why it asks. */
export function printApproval(approval: Approval, { width }: { readonly width: number }): string {
  const title = `${requestTitle(approval.request)}: ${describeState(approval)}`;
  return [{ text: title }, ...promptContent(approval.request)]
    .flatMap((line) => fitLine(line, width))
    .map(({ text }) => text.trimEnd())
    .join('\n');
}
