import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import type { PromptProblem } from '../../core/prompt/promptTemplate';
import { readPromptFile } from '../../core/prompt/promptFile';
import { variableProblems } from '../../core/prompt/variableProblems';
import { readSettings } from '../settings';

/** The problems of a prompt as diagnostics; ranges are converted from offsets in `document`. */
export function promptDiagnostics(document: vscode.TextDocument): vscode.Diagnostic[] {
  const prompt = readPromptFile(document.uri.fsPath, document.getText());
  const chosen = prompt.defaults.benchmarks ?? readSettings(document.uri).choices.benchmarks ?? [];
  const all = [...benchmarks.values()];
  const offers = all.filter((benchmark) => chosen.includes(benchmark.id));
  const problems = [
    ...prompt.problems,
    ...variableProblems(prompt.template, offers.length > 0 ? offers : all.slice(0, 1), all),
  ];
  return problems.map((problem) => toDiagnostic(document, problem));
}

function toDiagnostic(document: vscode.TextDocument, problem: PromptProblem): vscode.Diagnostic {
  const range = new vscode.Range(document.positionAt(problem.range.start), document.positionAt(problem.range.end));
  const severity = problem.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const diagnostic = new vscode.Diagnostic(range, problem.message, severity);
  diagnostic.source = 'Tutor Prompt';
  return diagnostic;
}
