import Foundation
import JSON
import StoryScript
import Testing

@testable import LessonsWing
@testable import Shell
@testable import ShellCore

/// Editors highlight every example and every lesson as the program itself does.
@Suite struct EditorGrammarTests {
  private static let schema = Catalog.standard.schema

  private static func scripts() throws -> [(name: String, text: String)] {
    let examples = Package.root.appending(path: "Examples")
    let names = try FileManager.default.contentsOfDirectory(atPath: examples.path).sorted().filter {
      $0.hasSuffix(".story")
    }
    #expect(names.count > 20)
    return try names.map { ($0, try String(contentsOf: examples.appending(path: $0), encoding: .utf8)) }
      + BuiltInLessons.all.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }
  }

  /// Returns a letter for the class of each character, line by line: the first letter of the class, `#` for comments,
  /// and a dot for no class.
  private static func classes(of text: String) -> [String] {
    let bytes = Array(text.utf8)
    var letters = [Character](repeating: ".", count: bytes.count)
    for span in SyntaxColouring.spans(in: text, vocabulary: schema.vocabulary) {
      // An editor treats a file name in quotes as a string, whether a command reads the file or not.
      let isQuoted = span.kind == .path && bytes[span.range.lowerBound] == UInt8(ascii: "\"")
      // An editor does not know either which number is a secret.
      let kind = isQuoted ? .string : span.kind == .secret ? .number : WordClasses.Class(span.kind)
      guard let kind else { continue }
      for index in span.range { letters[index] = kind == .comment ? "#" : kind.rawValue.first! }
    }
    var (place, lines) = (0, [String]())
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var row = ""
      for scalar in line.unicodeScalars {
        row.append(scalar == " " ? " " : letters[place])
        place += UTF8.width(scalar)
      }
      lines.append(row)
      place += 1
    }
    return lines
  }

  /// Compares an editor's classes for each script with those of the highlighter.
  /// - Parameter mark: returns the classes of all scripts' lines; the scripts lie in `folder` as `0.story`,
  ///   `1.story`, ….
  private func compare(_ mark: (_ folder: URL, _ count: Int) throws -> [[String]]) throws {
    let scripts = try Self.scripts()
    let folder = FileManager.default.temporaryDirectory.appending(path: "storyline-grammar-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (number, script) in scripts.enumerated() {
      try script.text.write(to: folder.appending(path: "\(number).story"), atomically: true, encoding: .utf8)
    }
    let marked = try mark(folder, scripts.count)
    #expect(marked.count == scripts.count)
    for (script, marked) in zip(scripts, marked) {
      let lines = script.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, (line, expected)) in zip(lines, Self.classes(of: script.text)).enumerated() where !line.isEmpty {
        let found = number < marked.count ? marked[number] : ""
        #expect(found == expected, "\(script.name):\(number + 1) \(line)")
      }
    }
  }

  private static func program(_ names: String...) -> String? {
    names.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  // MARK: Vim

  private static let vim = program("/usr/bin/vim", "/usr/local/bin/vim")

  @Test(.enabled(if: vim != nil, "vim is not installed"))
  func vimMarksEachWordAsThePromptDoes() throws {
    try compare { folder, count in
      try VimGrammar.text(Self.schema).write(
        to: folder.appending(path: "story.vim"), atomically: true, encoding: .utf8)
      var script = """
        set nocompatible encoding=utf-8 fileencoding=utf-8
        let classes = {'Command': 'c', 'Keyword': 'k', 'Number': 'n', 'Constant': 'n', 'Duration': 'd', 'String': 's',
        \\ 'Raw': 's', 'Long': 's', 'Variable': 'v', 'Field': 'v', 'State': 'v', 'Event': 'v', 'Comment': '#'}

        """
      for number in 0..<count {
        script += """
          edit! \(number).story
          syntax clear
          unlet! b:current_syntax
          source story.vim
          let rows = []
          for line in range(1, line('$'))
            let [row, column] = ['', 1]
            for character in split(getline(line), '\\zs')
              let name = strpart(synIDattr(synID(line, column, 0), 'name'), 5)
              let row .= character == ' ' ? ' ' : get(classes, name, '.')
              let column += len(character)
            endfor
            call add(rows, row)
          endfor
          call writefile(rows, '\(number).out')

          """
      }
      try (script + "qa!\n").write(to: folder.appending(path: "run.vim"), atomically: true, encoding: .utf8)
      let result = try Program.run(
        ["-es", "-u", "NONE", "-i", "NONE", "-N", "-c", "source run.vim"], folder: folder, executable: Self.vim)
      #expect(result.status == 0, "\(result)")
      return try (0..<count).map { number in
        try String(contentsOf: folder.appending(path: "\(number).out"), encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
      }
    }
  }

  // MARK: TextMate

  /// A Python with PyPI's `textmate-grammar-python`; `STORYLINE_PYTHON` names it if it is not the system's.
  private static let python: String? = {
    let known = ProcessInfo.processInfo.environment["STORYLINE_PYTHON"] ?? "/usr/bin/python3"
    guard program(known) != nil,
      let result = try? Program.run(["-c", "import textmate_grammar"], executable: known), result.status == 0
    else { return nil }
    return known
  }()

  @Test(.enabled(if: python != nil, "python3 has no textmate-grammar-python"))
  func aTextMateGrammarMarksEachWordAsThePromptDoes() throws {
    try compare { folder, count in
      try TextMateGrammar.text(Self.schema).write(
        to: folder.appending(path: "story.json"), atomically: true, encoding: .utf8)
      let script = """
        import json, logging
        logging.disable(logging.CRITICAL)
        from textmate_grammar.parsers.base import LanguageParser
        parser = LanguageParser(json.load(open('story.json')))
        classes = [('keyword', 'k'), ('entity.name.function', 'c'), ('constant.numeric.duration', 'd'),
                   ('constant.numeric', 'n'), ('string', 's'), ('variable', 'v'), ('comment', '#')]
        def letter(scopes):
          for scope in reversed(scopes):
            if scope.startswith('meta.embedded'): return '.'
            for name, letter in classes:
              if scope.startswith(name): return letter
          return '.'
        for number in range(\(count)):
          text = open(f'{number}.story', encoding='utf-8').read()
          rows = [[' ' if c == ' ' else '.' for c in line] for line in text.split('\\n')]
          for (line, column), content, scopes in parser.parse_string(text).flatten():
            for c in content:
              if c == '\\n': line, column = line + 1, 0; continue
              if c != ' ' and line < len(rows) and column < len(rows[line]): rows[line][column] = letter(scopes)
              column += 1
          open(f'{number}.out', 'w').write('\\n'.join(''.join(row) for row in rows))

        """
      try script.write(to: folder.appending(path: "run.py"), atomically: true, encoding: .utf8)
      let result = try Program.run(["run.py"], folder: folder, executable: Self.python)
      #expect(result.status == 0, "\(result)")
      return try (0..<count).map { number in
        try String(contentsOf: folder.appending(path: "\(number).out"), encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
      }
    }
  }

  // MARK: Both

  /// The generated grammars are valid and contain each word of the tables, whether editors are installed or not.
  @Test func bothGrammarsContainEveryWord() throws {
    let (vim, textMate) = (VimGrammar.text(Self.schema), TextMateGrammar.text(Self.schema))
    #expect(throws: Never.self) { try JSON(parsing: textMate.dropLast()) }
    let words = WordClasses(Self.schema.vocabulary)
    for word in words.keywords + words.stages + words.functions + words.roots + words.commands.flatMap(\.self) {
      #expect(vim.contains(word) && textMate.contains(word), "\(word)")
    }
    #expect(try Program.run(["grammar", "vim"]).output == vim)
    #expect(try Program.run(["grammar", "textmate"]).output == textMate)
    let unknown = try Program.run(["grammar", "emacs"])
    #expect(unknown.status == 2 && unknown.errors.contains("'grammar' expects vim or textmate"))
  }
}
