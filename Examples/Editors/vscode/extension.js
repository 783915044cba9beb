// Problems, formatting and the debugger of Storyline in Visual Studio Code, without other packages: the editor's
// interface has no client for language servers of its own, so that this extension asks `storyline check --json` and
// `storyline fmt`.
const vscode = require("vscode");
const { spawn } = require("child_process");
const path = require("path");

/** The milliseconds after a key before a script is checked. */
const PAUSE = 300;

function program() {
  return vscode.workspace.getConfiguration("storyline").get("path") || "storyline";
}

/** Runs the program with a text as its input. Resolves to the output, or to undefined if it cannot run. */
function run(words, text, folder) {
  return new Promise((resolve) => {
    const child = spawn(program(), words, { cwd: folder });
    const pieces = [];
    child.stdout.on("data", (piece) => pieces.push(piece));
    child.on("error", () => resolve(undefined));
    child.on("close", (code) => resolve({ code, output: Buffer.concat(pieces).toString("utf8") }));
    child.stdin.on("error", () => {});
    child.stdin.end(text);
  });
}

function folderOf(document) {
  return document.uri.scheme === "file" ? path.dirname(document.uri.fsPath) : undefined;
}

/** The place of a problem: lines and columns count from 1, columns in characters of Unicode. */
function position(document, line, column) {
  const row = Math.min(Math.max(line - 1, 0), Math.max(document.lineCount - 1, 0));
  const text = document.lineAt(row).text;
  return new vscode.Position(row, Array.from(text).slice(0, column - 1).join("").length);
}

function problem(document, found) {
  const start = position(document, found.line, found.column);
  const end = position(document, found.endLine || found.line, found.endColumn || found.column);
  const text = found.hint ? `${found.message}: ${found.hint}` : found.message;
  const isWarning = found.severity === "warning";
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(start, end), text,
    isWarning ? vscode.DiagnosticSeverity.Warning : vscode.DiagnosticSeverity.Error);
  diagnostic.source = "storyline";
  return diagnostic;
}

async function check(document, collection) {
  if (document.languageId !== "story") return;
  const version = document.version;
  const result = await run(["check", "--json", "-"], document.getText(), folderOf(document));
  if (!result || document.version !== version) return;
  const found = result.output.split("\n").filter((line) => line).map((line) => JSON.parse(line));
  collection.set(document.uri, found.filter((one) => one.line).map((one) => problem(document, one)));
}

async function format(document) {
  const result = await run(["fmt", "-"], document.getText(), folderOf(document));
  if (!result || result.code !== 0) return [];
  const end = document.lineAt(document.lineCount - 1).range.end;
  return [vscode.TextEdit.replace(new vscode.Range(new vscode.Position(0, 0), end), result.output)];
}

function activate(context) {
  const collection = vscode.languages.createDiagnosticCollection("storyline");
  const timers = new Map();
  const later = (document) => {
    clearTimeout(timers.get(document.uri.toString()));
    timers.set(document.uri.toString(), setTimeout(() => check(document, collection), PAUSE));
  };
  context.subscriptions.push(
    collection,
    vscode.workspace.onDidOpenTextDocument((document) => check(document, collection)),
    vscode.workspace.onDidChangeTextDocument((change) => later(change.document)),
    vscode.workspace.onDidCloseTextDocument((document) => collection.delete(document.uri)),
    vscode.languages.registerDocumentFormattingEditProvider("story", { provideDocumentFormattingEdits: format }),
    vscode.debug.registerDebugConfigurationProvider("storyline", {
      resolveDebugConfiguration(folder, configuration) {
        if (configuration.type) return configuration;
        return { type: "storyline", request: "launch", name: "Script", program: "${file}", stopOnEntry: true };
      },
    }),
    vscode.debug.registerDebugAdapterDescriptorFactory("storyline", {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(program(), ["dap"]),
    }));
  return Promise.all(vscode.workspace.textDocuments.map((document) => check(document, collection)));
}

module.exports = { activate, deactivate() {} };
