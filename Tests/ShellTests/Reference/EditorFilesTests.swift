import Foundation
import StoryScript
import Testing

@testable import Shell
@testable import ShellCore

/// The files in `Examples/Editors`. Those that come from the program's tables equal them, and
/// `STORYLINE_UPDATE=1 swift test --filter EditorFilesTests` writes them again; the others are tried in the editors
/// that are installed.
@Suite struct EditorFilesTests {
  private static let folder = Package.root.appending(path: "Examples/Editors")
  private static let schema = Catalog.standard.schema
  private static let generated = [
    "vim/syntax/story.vim": VimGrammar.text(schema),
    "vscode/syntaxes/story.tmLanguage.json": TextMateGrammar.text(schema),
    "emacs/storyline-words.el": emacsWords,
    "kate/storyline.xml": kateSyntax,
  ]

  @Test(arguments: generated.keys.sorted()) func listsComeFromTheTables(_ name: String) throws {
    let file = Self.folder.appending(path: name)
    let wanted = try #require(Self.generated[name])
    let found = try? String(contentsOf: file, encoding: .utf8)
    if found != wanted, ProcessInfo.processInfo.environment["STORYLINE_UPDATE"] == "1" {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      return try wanted.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(found == wanted, "\(name) has drifted: run STORYLINE_UPDATE=1 swift test --filter EditorFilesTests")
  }

  // MARK: Generated texts

  private static var firstWords: [String] { Set(WordClasses(schema.vocabulary).commands.map { $0[0] }).sorted() }

  private static var emacsWords: String {
    let words = WordClasses(schema.vocabulary)
    func list(_ words: [String]) -> String { "'(" + words.map { "\"\($0)\"" }.joined(separator: "\n    ") + ")" }
    return """
      ;;; storyline-words.el --- Words of Storyline's language  -*- lexical-binding: t -*-

      ;; A test writes this file from the program's own tables.

      ;;; Code:

      (defconst storyline-keywords
        \(list(words.keywords + words.stages)))

      (defconst storyline-commands
        \(list(firstWords)))

      (defconst storyline-functions
        \(list(words.functions)))

      (provide 'storyline-words)
      ;;; storyline-words.el ends here

      """
  }

  private static var kateSyntax: String {
    let words = WordClasses(schema.vocabulary)
    func list(_ name: String, _ words: [String]) -> String {
      "    <list name=\"\(name)\">\n" + words.map { "      <item>\($0)</item>\n" }.joined() + "    </list>"
    }
    let units = words.units.joined(separator: "|")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE language>
      <!-- A test writes this file from the program's own tables. -->
      <language name="Storyline" section="Scripts" version="1" kateversion="5.0" extensions="*.story" casesensitive="1" \
      indenter="cstyle">
        <highlighting>
      \(list("keywords", words.keywords + words.stages))
      \(list("commands", firstWords))
      \(list("functions", words.functions))
      \(list("operators", words.operators + words.partners))
      \(list("constants", words.constants))
          <contexts>
            <context name="Script" attribute="Normal" lineEndContext="#stay">
              <DetectSpaces/>
              <RegExpr attribute="Comment" context="#stay" String="#(?:\\s.*)?$"/>
              <StringDetect attribute="String" context="Long" String="&quot;&quot;&quot;"/>
              <StringDetect attribute="String" context="LongRaw" String="\'\'\'"/>
              <DetectChar attribute="String" context="Text" char="&quot;"/>
              <RegExpr attribute="String" context="#stay" String="(?&lt;![\\w])\'[^\']*\'"/>
              <RegExpr attribute="Variable" context="#stay" String="\\$\\w+(?:\\.\\w+)*"/>
              <RegExpr attribute="Variable" context="#stay" String="\\b(?:\(words.roots.joined(separator: "|")))(?:\\.\\w+)+"/>
              <RegExpr attribute="Duration" context="#stay" String="(?&lt;![\\w.])[-+]?\\d[0-9_]*(?:\\.\\d+)?(?:\(units))(?:\\d+(?:\\.\\d+)?(?:\(units)))*\\b"/>
              <RegExpr attribute="Number" context="#stay" String="(?&lt;![\\w.])[-+]?\\d[0-9_]*(?:\\.\\d+)?%?(?![\\w])"/>
              <keyword attribute="Keyword" context="#stay" String="keywords"/>
              <keyword attribute="Command" context="#stay" String="commands"/>
              <keyword attribute="Function" context="#stay" String="functions"/>
              <keyword attribute="Keyword" context="#stay" String="operators"/>
              <keyword attribute="Number" context="#stay" String="constants"/>
              <AnyChar attribute="Normal" context="#stay" String="{" beginRegion="block"/>
              <AnyChar attribute="Normal" context="#stay" String="}" endRegion="block"/>
              <RegExpr attribute="Normal" context="#stay" String="[^\\s()\\[\\]{}|;,&quot;]+"/>
            </context>
            <context name="Text" attribute="String" lineEndContext="#pop">
              <RegExpr attribute="String" context="#stay" String="\\\\."/>
              <DetectChar attribute="String" context="#pop" char="&quot;"/>
              <RegExpr attribute="Variable" context="#stay" String="\\{[^{}&quot;]*\\}"/>
            </context>
            <context name="Long" attribute="String" lineEndContext="#stay">
              <StringDetect attribute="String" context="#pop" String="&quot;&quot;&quot;"/>
              <RegExpr attribute="Variable" context="#stay" String="\\{[^{}&quot;]*\\}"/>
            </context>
            <context name="LongRaw" attribute="String" lineEndContext="#stay">
              <StringDetect attribute="String" context="#pop" String="\'\'\'"/>
            </context>
          </contexts>
          <itemDatas>
            <itemData name="Normal" defStyleNum="dsNormal"/>
            <itemData name="Keyword" defStyleNum="dsKeyword"/>
            <itemData name="Command" defStyleNum="dsFunction"/>
            <itemData name="Function" defStyleNum="dsBuiltIn"/>
            <itemData name="Variable" defStyleNum="dsVariable"/>
            <itemData name="Number" defStyleNum="dsDecVal"/>
            <itemData name="Duration" defStyleNum="dsFloat"/>
            <itemData name="String" defStyleNum="dsString"/>
            <itemData name="Comment" defStyleNum="dsComment"/>
          </itemDatas>
        </highlighting>
        <general>
          <comments><comment name="singleLine" start="#"/></comments>
          <keywords casesensitive="1" weakDeliminator="-"/>
        </general>
      </language>

      """
  }

  // MARK: In the editors

  private static func executable(_ names: String...) -> String? {
    names.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static let vim = executable("/usr/bin/vim", "/usr/local/bin/vim")
  private static let emacs = executable("/usr/bin/emacs", "/usr/local/bin/emacs")
  private static let node = executable("/usr/bin/node", "/usr/local/bin/node")

  /// A folder with the program as `storyline`, first in the search path.
  private static func withProgram() throws -> (folder: URL, environment: [String: String]) {
    let folder = Scratch.folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "storyline").path, withDestinationPath: Program.path)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (folder, ["PATH": folder.path + ":" + path, "HOME": folder.path])
  }

  /// Copies the examples without their indentation, lets an editor indent them, and compares.
  private func expectIndentation(_ indent: (_ folder: URL) throws -> Void) throws {
    let examples = Package.root.appending(path: "Examples")
    let names = try FileManager.default.contentsOfDirectory(atPath: examples.path).filter { $0.hasSuffix(".story") }
    #expect(names.count > 20)
    let folder = Scratch.folder()
    for name in names {
      let text = try String(contentsOf: examples.appending(path: name), encoding: .utf8)
      let flat = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
      try flat.joined(separator: "\n").write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    try indent(folder)
    for name in names {
      let wanted = try String(contentsOf: examples.appending(path: name), encoding: .utf8)
      #expect(try String(contentsOf: folder.appending(path: name), encoding: .utf8) == wanted, "\(name)")
    }
  }

  @Test(.enabled(if: vim != nil, "vim is not installed")) func vimIndentsLikeFormat() throws {
    try expectIndentation { folder in
      try """
      set nocompatible encoding=utf-8 runtimepath^=\(Self.folder.path)/vim
      filetype plugin indent on
      syntax on
      for name in glob('*.story', 0, 1)
        exe 'edit! ' . name
        normal! gg=G
        write!
      endfor
      qa!
      """.write(to: folder.appending(path: "run.vim"), atomically: true, encoding: .utf8)
      let result = try Program.run(
        ["-es", "-u", "NONE", "-i", "NONE", "-N", "-S", "run.vim"], folder: folder, executable: Self.vim)
      #expect(result.status == 0, "\(result)")
    }
  }

  @Test(.enabled(if: vim != nil, "vim is not installed")) func vimMakesAListOfProblems() throws {
    let (folder, environment) = try Self.withProgram()
    try "stroy play 4\nprint 1\nprint $x\n".write(
      to: folder.appending(path: "bad.story"), atomically: true, encoding: .utf8)
    try """
    set nocompatible encoding=utf-8 runtimepath^=\(Self.folder.path)/vim
    filetype plugin indent on
    edit bad.story
    silent make!
    call writefile(map(getqflist(), {_, one -> one.lnum . ':' . one.col . ' ' . one.type . ' ' . one.text}), 'list')
    call writefile([&filetype, &commentstring, string(&shiftwidth)], 'list', 'a')
    qa!
    """.write(to: folder.appending(path: "run.vim"), atomically: true, encoding: .utf8)
    _ = try Program.run(
      ["-es", "-u", "NONE", "-i", "NONE", "-N", "-S", "run.vim"], folder: folder, environment: environment,
      executable: Self.vim)
    let list = try String(contentsOf: folder.appending(path: "list"), encoding: .utf8)
    #expect(
      list.split(separator: "\n") == [
        "1:1 E there is no command 'stroy'", "3:7 E there is no variable '$x' here", "story", "# %s", "2",
      ])
  }

  @Test(.enabled(if: emacs != nil, "Emacs is not installed")) func emacsIndentsLikeFormat() throws {
    try expectIndentation { folder in
      let code = """
        (progn (require 'storyline-mode)
          (dolist (file (directory-files "." t "\\\\.story\\\\'"))
            (find-file file)
            (unless (eq major-mode 'storyline-mode) (error "No mode in %s" file))
            (font-lock-ensure)
            (let ((inhibit-message t)) (indent-region (point-min) (point-max)))
            (save-buffer)))
        """
      let result = try Program.run(
        ["-Q", "--batch", "-L", Self.folder.path + "/emacs", "--eval", "(setq make-backup-files nil)", "--eval", code],
        folder: folder, executable: Self.emacs)
      #expect(result.status == 0, "\(result)")
    }
  }

  /// The extension in an editor that only has what the extension uses.
  @Test(.enabled(if: node != nil, "node is not installed")) func theExtensionChecksFormatsAndDebugs() throws {
    let (folder, environment) = try Self.withProgram()
    try Self.editor.write(to: folder.appending(path: "editor.js"), atomically: true, encoding: .utf8)
    let result = try Program.run(
      ["editor.js", Self.folder.path + "/vscode/extension.js"], folder: folder, environment: environment,
      executable: Self.node)
    #expect(
      result.lines == [
        "error 0:0-0:5 there is no command 'stroy': did you mean 'story'?", "error 1:11-1:13 true",
        "formatted: if true {|  print 1|}|", "storyline dap",
      ], "\(result.errors)")
  }

  private static let editor = """
    const Module = require("module");
    const load = Module._load;
    let formatter, factory, shown;
    class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
    class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
    class Diagnostic { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } }
    const nothing = () => ({ dispose() {} });
    function documentOf(text) {
      const lines = text.split("\\n");
      return {
        languageId: "story", version: 1, uri: { scheme: "untitled", toString: () => "untitled:1" },
        lineCount: lines.length, getText: () => text,
        lineAt: (line) => ({ text: lines[line], range: new Range(new Position(line, 0), new Position(line, lines[line].length)) }),
      };
    }
    const bad = documentOf('stroy play 4\\nprint "👋" $x\\n');
    const vscode = {
      Position, Range, Diagnostic, DiagnosticSeverity: { Error: "error", Warning: "warning" },
      TextEdit: { replace: (range, text) => ({ range, text }) },
      DebugAdapterExecutable: class { constructor(command, words) { Object.assign(this, { command, words }); } },
      workspace: {
        textDocuments: [bad], getConfiguration: () => ({ get: () => undefined }),
        onDidOpenTextDocument: nothing, onDidChangeTextDocument: nothing, onDidCloseTextDocument: nothing,
      },
      languages: {
        createDiagnosticCollection: () => ({ set: (_, found) => { shown = found; }, delete() {} }),
        registerDocumentFormattingEditProvider: (_, provider) => { formatter = provider; return nothing(); },
      },
      debug: {
        registerDebugConfigurationProvider: nothing,
        registerDebugAdapterDescriptorFactory: (_, made) => { factory = made; return nothing(); },
      },
    };
    Module._load = (name, ...more) => name === "vscode" ? vscode : load(name, ...more);
    (async () => {
      await require(process.argv[2]).activate({ subscriptions: [] });
      const place = (at) => `${at.line}:${at.character}`;
      shown.forEach((one, index) => console.log(one.severity, `${place(one.range.start)}-${place(one.range.end)}`,
        index === 0 ? one.message : one.message.length > 0));
      const edits = await formatter.provideDocumentFormattingEdits(documentOf("if true {\\nprint   1\\n}\\n"));
      console.log("formatted:", edits[0].text.replaceAll("\\n", "|"));
      const adapter = factory.createDebugAdapterDescriptor();
      console.log(adapter.command, adapter.words.join(" "));
    })();
    """
}
