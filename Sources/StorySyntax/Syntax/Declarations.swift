/// The definitions and includes of a source, found by a plain scan: the parser must know them before it reads a line.
public struct Declarations {
  private(set) var definitions: Set<String> = []
  private(set) var includes: [String] = []

  /// O(n).
  init(in source: Source) {
    source.bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        index = Self.skipSpaces(bytes, index)
        if let start = Self.end(of: "def", bytes, index) {
          let end = Self.end(bytes, start, isNameByte)
          if end > start { definitions.insert(String(decoding: bytes[start..<end], as: UTF8.self)) }
          index = end
        } else if let start = Self.end(of: "include", bytes, index), start < bytes.count,
          bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'")
        {
          let quote = bytes[start]
          let end = Self.end(bytes, start + 1) { $0 != quote && $0 != UInt8(ascii: "\n") }
          includes.append(String(decoding: bytes[(start + 1)..<end], as: UTF8.self))
          index = end
        } else if let start = Self.end(of: "include", bytes, index), start < bytes.count,
          Lexer.isWordByte(bytes[start])
        {
          let end = Self.end(bytes, start, Lexer.isWordByte)
          includes.append(String(decoding: bytes[start..<end], as: UTF8.self))
          index = end
        }
        index = Self.end(bytes, index) { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: ";") } + 1
      }
    }
  }

  /// The number of scripts that one script may include in all.
  package static let mostIncludes = 1_000

  /// Returns the names defined by a source and by everything it includes.
  package static func definitions(of source: Source, include: (String, String) throws(Diagnostic) -> Source) -> Set<
    String
  > {
    var definitions: Set<String> = []
    var seen: Set<String> = [source.name]
    var sources = [source]
    while let source = sources.popLast() {
      let declarations = Declarations(in: source)
      definitions.formUnion(declarations.definitions)
      for path in declarations.includes {
        guard seen.count <= mostIncludes, let included = try? include(path, source.name),
          seen.insert(included.name).inserted
        else { continue }
        sources.append(included)
      }
    }
    return definitions
  }

  private static func skipSpaces(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    end(bytes, start) { $0 == 0x20 || $0 == 0x09 }
  }

  /// Returns the end of the run of bytes that satisfy a condition.
  private static func end(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ holds: (UInt8) -> Bool) -> Int {
    var index = start
    while index < bytes.count, holds(bytes[index]) { index += 1 }
    return index
  }

  /// Returns the place after the word and its white space; `nil` if the word is not at `start`.
  private static func end(of word: StaticString, _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    let count = word.utf8CodeUnitCount
    guard start + count < bytes.count, (0..<count).allSatisfy({ bytes[start + $0] == word.utf8Start[$0] }) else {
      return nil
    }
    let end = skipSpaces(bytes, start + count)
    return end > start + count ? end : nil
  }

  /// Returns the names of variables that a source defines: those after a binding keyword, and the parameters of
  /// definitions. O(n).
  static func variables(in source: Source) -> Set<String> {
    var names: Set<String> = []
    var (isBound, isDefinition) = (false, false)
    forEachWord(in: source) { word, number, isInBlock in
      let keyword = bindingKeyword(word, in: source)
      if number == 0 { (isBound, isDefinition) = (false, keyword == .def) }
      if isBound || isDefinition && number > 1 && !isInBlock { names.insert(source.text(word)) }
      isBound = keyword != nil && keyword != .def
    }
    return names
  }

  /// Returns every word that a line may bind, valid or not: those after a binding keyword, and all words after `def`.
  ///
  /// Names bound by unreadable lines are then not reported as unknown. O(n).
  public static func possibleNames(in source: Source) -> Set<String> {
    var names: Set<String> = []
    var (isBound, isDefined) = (false, false)
    forEachWord(in: source) { word, number, _ in
      if number == 0 { (isBound, isDefined) = (false, false) }
      if isBound || isDefined { names.insert(source.text(word)) }
      let keyword = bindingKeyword(word, in: source)
      isBound = keyword != nil
      isDefined = isDefined || keyword == .def
    }
    return names
  }

  /// Passes on each word of name characters, the number of words before it on its line, and `true` if a `{` comes before
  /// it there.
  private static func forEachWord(
    in source: Source, _ body: (_ word: SourceRange, _ number: Int, _ isInBlock: Bool) -> Void
  ) {
    source.bytes.withUnsafeBufferPointer { bytes in
      var (index, number, isInBlock) = (0, 0, false)
      while index < bytes.count {
        let start = index
        index = end(bytes, start, isNameByte)
        if index > start {
          body(SourceRange(start, index), number, isInBlock)
          number += 1
        } else {
          if bytes[index] == UInt8(ascii: "\n") { (number, isInBlock) = (0, false) }
          if bytes[index] == UInt8(ascii: "{") { isInBlock = true }
          index += 1
        }
      }
    }
  }

  /// Returns the keyword before a name that it defines; `nil` for any other word.
  private static func bindingKeyword(_ word: SourceRange, in source: Source) -> Keyword? {
    // Most words have another length than these keywords.
    guard word.end - word.start == 3 || word.end - word.start == 5 else { return nil }
    return Keyword.byText[source.text(word)].flatMap { $0.binds ? $0 : nil }
  }
}
