import * as vscode from 'vscode';
import { visible } from '@permesso/protocol/text';
import { approvalQuestion } from './approval-question.ts';
import { completeAt } from './complete.ts';
import { enterConsole, type ConsoleClient, type WaitingRequest } from './console-client.ts';
import { explainRule, listAround, ruleInLine } from './explain-rule.ts';
import { problemsFrom } from './lint-problems.ts';
import { runPermesso, startConsole } from './run-permesso.ts';

const policyFiles = [{ language: 'yaml', pattern: '**/{.permesso,permesso}/policy*.yaml' }];

/** The editor's own setting of the person; a workspace cannot name a program to start. */
const programName = (): string =>
  vscode.workspace.getConfiguration('permesso').get<string>('program') ?? 'permesso';
const folderName = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? process.cwd();

export function activate(context: vscode.ExtensionContext): void {
  const problems = vscode.languages.createDiagnosticCollection('permesso');
  const approvals = approvalView();
  const check = (document: vscode.TextDocument): void => {
    if (vscode.languages.match(policyFiles, document) > 0) void showProblems(document, problems);
  };
  vscode.workspace.textDocuments.forEach(check);
  context.subscriptions.push(
    problems,
    approvals,
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidSaveTextDocument(check),
    vscode.languages.registerCompletionItemProvider(
      policyFiles,
      { provideCompletionItems: completions },
      '-',
      ' ',
      ':',
    ),
    vscode.languages.registerHoverProvider(policyFiles, { provideHover: hover }),
    vscode.commands.registerCommand('permesso.checkCommand', () => checkSelected()),
  );
}

function linesOf(document: vscode.TextDocument): readonly string[] {
  return document.getText().split(/\r?\n/u);
}

function completions(
  document: vscode.TextDocument,
  { line, character }: vscode.Position,
): readonly vscode.CompletionItem[] {
  const lines = linesOf(document).slice(0, line + 1);
  lines[line] = (lines[line] ?? '').slice(0, character);
  return completeAt(lines, line).map(({ label, about, insert }) => {
    const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Value);
    item.detail = about;
    item.insertText = insert ?? label;
    return item;
  });
}

function hover(document: vscode.TextDocument, { line, character }: vscode.Position) {
  const lines = linesOf(document);
  const list = listAround(lines, line);
  const found = list === undefined ? undefined : ruleInLine(lines[line] ?? '');
  if (found === undefined || character < found.start || character > found.end) return undefined;
  return new vscode.Hover(
    new vscode.MarkdownString(explainRule(found.rule, list)),
    new vscode.Range(line, found.start, line, found.end),
  );
}

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
} as const;

async function showProblems(
  document: vscode.TextDocument,
  shown: vscode.DiagnosticCollection,
): Promise<void> {
  const file = document.uri.fsPath;
  const { out, complaint } = await runPermesso(programName(), ['lint', file, '--json'], folderName());
  if (out === '') {
    void vscode.window.showWarningMessage(`permesso lint: ${complaint.split('\n', 1)[0]}`);
    return;
  }
  shown.set(
    document.uri,
    problemsFrom(out, { file, cwd: folderName() }).map(({ line, column, severity, message }) => {
      const end = document.lineAt(Math.min(line, document.lineCount - 1)).range.end.character;
      return new vscode.Diagnostic(
        new vscode.Range(line, column, line, Math.max(end, column + 1)),
        message,
        severities[severity],
      );
    }),
  );
}

async function checkSelected(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const selected = editor?.document.getText(editor.selection).trim() ?? '';
  const command =
    selected === ''
      ? await vscode.window.showInputBox({ prompt: 'The command to check. It is not run.' })
      : selected;
  if (command === undefined || command === '') return;
  // Behind `--` it is an operand, whatever it begins with.
  const { out, complaint } = await runPermesso(programName(), ['check', '--', command], folderName());
  const channel = vscode.window.createOutputChannel('Permesso');
  channel.append(`$ ${command}\n${out}${complaint}\n`);
  channel.show(true);
}

interface ApprovalState {
  client?: ConsoleClient;
  requests: readonly WaitingRequest[];
  stop?: () => void;
}

/** Agents wait for an answer while somebody is there: the console runs as long as the person asked to see requests here. */
function approvalView(): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const state: ApprovalState = { requests: [] };
  const refresh = async (): Promise<void> => {
    try {
      state.requests = (await state.client?.waiting()) ?? [];
    } catch (error) {
      // The console has ended: nothing that stood here can be answered any more.
      state.stop?.();
      state.requests = [];
      void vscode.window.showWarningMessage(
        `Permesso: ${error instanceof Error ? error.message : 'no console'}`,
      );
    }
    changed.fire();
  };
  const connect = async (): Promise<void> => {
    state.stop?.();
    const { address, process: child } = await startConsole(programName(), folderName());
    state.client = await enterConsole(address);
    const timer = setInterval(() => void refresh(), 1000);
    state.stop = () => {
      clearInterval(timer);
      child.kill();
    };
    await refresh();
  };
  const answer = (verdict: 'allow' | 'deny') => async (request: WaitingRequest) => {
    if (verdict === 'allow' && !(await isMeant(request))) return;
    await state.client?.answer(request, verdict);
    await refresh();
  };
  return vscode.Disposable.from(
    changed,
    vscode.window.registerTreeDataProvider<WaitingRequest>('permesso.approvals', {
      onDidChangeTreeData: changed.event,
      getChildren: () => [...state.requests],
      getTreeItem: requestItem,
    }),
    vscode.commands.registerCommand('permesso.connect', connect),
    vscode.commands.registerCommand('permesso.approve', answer('allow')),
    vscode.commands.registerCommand('permesso.deny', answer('deny')),
    { dispose: () => state.stop?.() },
  );
}

/** A yes counts once the whole call was on the screen. */
async function isMeant(request: WaitingRequest): Promise<boolean> {
  const asked = approvalQuestion(request);
  if ('refused' in asked) {
    void vscode.window.showWarningMessage(asked.refused);
    return false;
  }
  const { question, detail } = asked;
  return (
    (await vscode.window.showWarningMessage(question, { modal: true, detail }, 'Approve once')) !== undefined
  );
}

function requestItem({ tool, text, message, effects }: WaitingRequest): vscode.TreeItem {
  const item = new vscode.TreeItem(visible(`${tool}: ${text}`));
  item.tooltip = [message, ...effects].map(visible).join('\n');
  item.contextValue = 'request';
  return item;
}
