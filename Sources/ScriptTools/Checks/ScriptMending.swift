import ShellCore
import StoryScript
import System

/// `storyline check --fix`: makes the changes that have only one possible meaning.
extension Checker {
  /// A change that was made.
  public struct Change: Sendable {
    public let line: Int
    public let before: String
    public let after: String
  }

  /// Fixes a script in its file, if possible.
  /// - Throws: the reason why the file cannot or must not be written, such as that it belongs to a photo; the file is
  ///   then unchanged.
  public func fix(_ path: String) throws(Failure) -> [Change] {
    guard let source = try? SourceFile.read(path) else { return [] }
    let (text, changes) = corrected(source)
    guard !changes.isEmpty else { return [] }
    do throws(UserFileWriter.Refusal) { try UserFileWriter(catalog).write(text.utf8, to: path, replacing: true) } catch
    {
      throw .refused(error.words(path), error.advice)
    }
    return changes
  }

  /// A script in the process of being fixed.
  private struct Draft {
    var source: Source { didSet { words = Words() } }
    var errors: [Diagnostic]
    var changes: [Change] = []
    /// The places of changes that did not help.
    var refused: Set<SourceRange> = []

    /// The words of `source`.
    var words = Words()
    let verdicts: Verdicts

    var count: Int { errors.count { !$0.problem.isWarning } }

    init(source: Source, errors: [Diagnostic], _ language: Set<String>) {
      (self.source, self.errors, verdicts) = (source, errors, Verdicts(language))
    }
  }

  /// The words of a script, found when they are first needed.
  private final class Words {
    /// All names that the script may mean: those of the language and its own.
    var names: Set<String>?
    /// The names that it may declare.
    var declared: Set<String>?
  }

  /// The results of trials of lines. They hold wherever the same line appears with the same word of the language.
  private final class Verdicts {
    struct Trial: Hashable {
      let line: String
      let column: Int
      let text: String
    }
    var helps: [Trial: Bool] = [:]
    let language: Set<String>

    init(_ language: Set<String>) { self.language = language }
  }

  /// Returns the text after fixing, from beginning to end, the errors that have only one meaning.
  ///
  /// A change stays only if it leaves fewer errors, or other errors that it hid: of two typos in a statement the
  /// second appears only when the first is fixed. Such a change stays together with those that follow, or not at all,
  /// unless the script can now be parsed and could not before.
  ///
  /// All independent changes that a check reports are made together: O(length) for each such round, and for each
  /// similar word of a line that differs from the earlier ones.
  /// - Parameter continues: called before each change; once it returns `false`, the result has no changes.
  func corrected(_ source: Source, while continues: () -> Bool = { true }) -> (text: String, changes: [Change]) {
    var draft = Draft(source: source, errors: errors(in: source), catalog.schema.words)
    // The draft before a change that only revealed another error.
    var before: (draft: Draft, range: SourceRange)?
    var changesTogether = true
    while true {
      guard continues() else { return (source.text(SourceRange(0, source.bytes.count)), []) }
      if changesTogether, before == nil, draft.refused.isEmpty {
        changesTogether = changeTogether(&draft, while: continues)
        if changesTogether { continue }
      }
      guard let (error, edit) = next(in: draft), let text = changed(draft.source, edit) else {
        guard let back = before, draft.count >= back.draft.count,
          !isReadable(draft.source) || isReadable(back.draft.source)
        else { break }
        draft = back.draft
        draft.refused.insert(back.range)
        before = nil
        continue
      }
      let left = errors(in: text)
      let count = left.count { !$0.problem.isWarning }
      let end = Int(edit.range.start) + edit.text.utf8.count
      let continues =
        count == draft.count
        && left.allSatisfy {
          $0.source?.name != text.name || Int($0.range.start) >= end || $0.range.end <= edit.range.start
        }
      guard count < draft.count || continues else {
        draft.refused.insert(error.range)
        continue
      }
      let line = draft.source.position(of: Int(edit.range.start)).line
      let isInLine = left.contains {
        !$0.problem.isWarning && $0.source?.name == text.name && text.position(of: Int($0.range.start)).line == line
      }
      if continues, isInLine, before == nil { before = (draft, error.range) }
      draft.changes.append(Change(line: line, before: draft.source.text(edit.range), after: edit.text))
      (draft.source, draft.errors, draft.refused) = (text, left, [])
      if let back = before, draft.count < back.draft.count { before = nil }
    }
    return (draft.source.text(SourceRange(0, draft.source.bytes.count)), draft.changes)
  }

  /// Makes the first sure changes of a draft at once, one in each line, if none of them can give another word a meaning.
  /// - Returns: `false` if they must be made one after the other.
  private func changeTogether(_ draft: inout Draft, while continues: () -> Bool) -> Bool {
    var edits: [(line: Int, edit: Edit)] = []
    for error in draft.errors where isOwn(error, draft) {
      guard continues() else { return false }
      guard error.sureEdit == nil else { break }
      guard let edit = error.edit, isSure(error, edit, draft) else { continue }
      let line = draft.source.position(of: Int(edit.range.start)).line
      guard !edit.text.contains("\n"), declaresNothing(edit.text), edits.last.map({ $0.line < line }) ?? true else {
        break
      }
      edits.append((line, edit))
    }
    guard edits.count > 1 else { return false }
    var text: [UInt8] = []
    var end = 0
    for (_, edit) in edits {
      text += draft.source.bytes[end..<Int(edit.range.start)]
      text += edit.text.utf8
      end = Int(edit.range.end)
    }
    text += draft.source.bytes[end...]
    guard let source = try? Source(name: draft.source.name, text: String(decoding: text, as: UTF8.self)) else {
      return false
    }
    let left = errors(in: source)
    // Beyond the last reported error nothing is known yet.
    func place(_ error: Diagnostic, _ source: Source) -> ErrorPlace {
      ErrorPlace(line: source.position(of: Int(error.range.start)).line, message: error.problem.message)
    }
    let changed = Set(edits.map { $0.line })
    let known = Set(draft.errors.map { place($0, draft.source) }.filter { !changed.contains($0.line) })
    let own = draft.errors.filter { isOwn($0, draft) }
    let last = own.map { place($0, draft.source).line }.max() ?? 0
    let isGood = left.allSatisfy { error in
      guard error.source?.name == source.name, !error.problem.isWarning else { return true }
      let place = place(error, source)
      return known.contains(place) || place.line > last && !changed.contains(place.line)
    }
    guard isGood else { return false }
    for (line, edit) in edits {
      draft.changes.append(Change(line: line, before: draft.source.text(edit.range), after: edit.text))
    }
    (draft.source, draft.errors) = (source, left)
    return true
  }

  private struct ErrorPlace: Hashable {
    let line: Int
    let message: String
  }

  /// Returns whether a text has no word that declares names or begins a block.
  private func declaresNothing(_ text: String) -> Bool {
    !text.contains(where: { "={}".contains($0) })
      && Self.words(in: text).allSatisfy { Keyword(rawValue: $0) == nil || $0 == "print" }
  }

  /// Returns whether a problem is an error, not a warning, in the draft itself, and may still be corrected.
  private func isOwn(_ error: Diagnostic, _ draft: Draft) -> Bool {
    guard error.source?.name == draft.source.name, !error.problem.isWarning, !draft.refused.contains(error.range) else {
      return false
    }
    // A value without its unit may be in seconds or minutes.
    if case .missingUnit = error.problem { return false }
    return true
  }

  private func isReadable(_ source: Source) -> Bool {
    (try? Session(output: Output(to: .nowhere), catalog: catalog).parse(source)) != nil
  }

  private typealias Edit = (range: SourceRange, text: String)

  /// Returns the first error that has only one meaning, and its fix.
  private func next(in draft: Draft) -> (error: Diagnostic, edit: Edit)? {
    for error in draft.errors where isOwn(error, draft) {
      if let edit = error.sureEdit { return (error, edit) }
      if let edit = error.edit, isSure(error, edit, draft) { return (error, edit) }
    }
    return nil
  }

  private func changed(_ source: Source, _ edit: Edit) -> Source? {
    let (start, end) = (Int(edit.range.start), Int(edit.range.end))
    let text =
      String(decoding: source.bytes[..<start], as: UTF8.self) + edit.text
      + String(decoding: source.bytes[end...], as: UTF8.self)
    return try? Source(name: source.name, text: text)
  }

  // MARK: One meaning

  /// Returns whether a suggestion is the only possible meaning: a misspelt word with only one similar word that would
  /// be valid there, a word that only lacks the one before it, or a text that only lacks its quotes.
  private func isSure(_ error: Diagnostic, _ edit: Edit, _ draft: Draft) -> Bool {
    let before = draft.source.text(edit.range)
    guard let fix = Fix(error.problem) else { return false }
    if fix == .quotes, case .bareWord(let word, _, _) = error.problem {
      return edit.text == "\"\(word)\"" && !hasNear(word, in: draft) && !isCalculation(word, in: draft)
    }
    // A statement of another language may do more than the command that it resembles: `printf` has a format.
    if fix == .statement, OtherLanguageHints.statements[before] != nil { return false }
    let (old, new) = (Self.words(in: before), Self.words(in: edit.text))
    if new.count == old.count + 1, edit.text.hasSuffix(" " + before) { return true }
    guard old.count == new.count, let place = old.indices.first(where: { old[$0] != new[$0] }),
      old.indices.allSatisfy({ $0 == place || old[$0] == new[$0] }),
      old[place].first?.isNumber == false, closest(to: old[place], among: [new[place]]) != nil,
      // `rate goo` may be `rate $goo`.
      !declared(in: draft).contains(old[place])
    else { return false }
    return isOnly(old[place], meant: new[place], edit, fix, draft)
  }

  /// Words that may be a truth value as well as a text.
  private static let truths: Set = [
    "yes", "no", "y", "n", "on", "off", "true", "false", "t", "f", "ja", "nein", "none", "null", "nil", "nan", "inf",
    "infinity", "undefined",
  ]

  /// Returns whether no other word is about as similar to a misspelt one and valid in its place.
  private func isOnly(_ word: String, meant: String, _ edit: Edit, _ fix: Fix, _ draft: Draft) -> Bool {
    let most = slips(from: word, to: meant) + 1
    let line = draft.source.lineRange(of: Int(edit.range.start))
    return names(in: draft).allSatisfy { name in
      guard name != word, name != meant, slips(from: word, to: name) <= most else { return true }
      let other = edit.text.replacingFirst(meant, with: name)
      // The script's own words have a meaning only behind their declarations.
      guard fix != .variable, draft.verdicts.language.contains(name), !declared(in: draft).contains(name) else {
        return !wouldDo(other, edit.range, draft)
      }
      let trial = Verdicts.Trial(
        line: draft.source.text(line), column: Int(edit.range.start) - Int(line.start), text: other)
      if let helps = draft.verdicts.helps[trial] { return !helps }
      let helps = wouldDo(other, edit.range, draft)
      draft.verdicts.helps[trial] = helps
      return !helps
    }
  }

  /// Returns whether a bare word that would become a text may be a misspelt name or value instead: `flase`.
  private func hasNear(_ word: String, in draft: Draft) -> Bool {
    if Self.truths.contains(word.lowercased()) || closest(to: word, among: Self.truths.sorted()) != nil { return true }
    // A state with another sign in place of its dot: `timer,state`, `storystate`.
    let plain = Self.plain(word)
    if catalog.schema.states.contains(where: { closest(to: plain, among: [Self.plain($0.path)]) != nil }) {
      return true
    }
    return names(in: draft).contains { $0 != word && closest(to: word, among: [$0]) != nil }
  }

  /// Returns the letters and digits of a word.
  private static func plain(_ word: String) -> String { word.filter { $0.isLetter || $0.isNumber } }

  /// Returns whether a bare word may be a calculation without its `$` and spaces, such as `n*2` or `person.name`: a
  /// part of it is declared in the script, or it has an operator between its parts.
  private func isCalculation(_ word: String, in draft: Draft) -> Bool {
    if word.contains(where: { "*+/=<>%^&|!".contains($0) }) { return true }
    let declared = declared(in: draft)
    return word.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { declared.contains(String($0)) }
  }

  /// Returns the names that a script may declare: variables, parameters, items and definitions. It reads words, not
  /// `ScriptSymbols`, because the script to mend often cannot be parsed. A word too many only leaves an error to the
  /// author.
  private func declared(in draft: Draft) -> Set<String> {
    if let known = draft.words.declared { return known }
    var names: Set<String> = []
    for line in draft.source.text(SourceRange(0, draft.source.bytes.count)).split(whereSeparator: {
      "\n;{}".contains($0)
    }) {
      let words = Self.words(in: String(line))
      for (index, word) in words.enumerated() {
        if Self.declaringOne.contains(word) { names.formUnion(words[(index + 1)...].prefix(1)) }
        if Self.declaringAll.contains(word) { names.formUnion(words[(index + 1)...]) }
      }
      if let name = words.first, line.contains("=") { names.insert(name) }
    }
    draft.words.declared = names
    return names
  }

  private static let declaringOne: Set = ["let", "for", "each", "catch"]
  /// A definition has parameters, and `args` has several names.
  private static let declaringAll: Set = ["def", "args"]

  private func wouldDo(_ text: String, _ range: SourceRange, _ draft: Draft) -> Bool {
    guard let source = changed(draft.source, (range, text)) else { return false }
    return errors(in: source).count { !$0.problem.isWarning } < draft.count
  }

  /// Returns all names that a script may mean: those of the language and its own.
  private func names(in draft: Draft) -> Set<String> {
    if let known = draft.words.names { return known }
    let own = Self.words(in: draft.source.text(SourceRange(0, draft.source.bytes.count)))
    let names = draft.verdicts.language.union(own)
    draft.words.names = names
    return names
  }

  private static func words(in text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }.map(String.init)
  }
}

/// A kind of error that `check --fix` corrects by the error's suggestion. No other kind is corrected, even with a
/// suggestion. Corrections of other languages' constructs are in `Diagnostic.sureEdit`.
enum Fix: CaseIterable {
  case statement, subcommand, variable, function, state, event, argument, step, partner, quotes, spaces

  init?(_ problem: Problem) {
    switch problem {
    case .unknownCommand: self = .statement
    case .unknownSubcommand: self = .subcommand
    case .unknownVariable: self = .variable
    case .unknownFunction: self = .function
    case .unknownStateField, .unknownState: self = .state
    case .unknownEvent: self = .event
    case .wrongArgument, .extraArgument: self = .argument
    case .expectedStage: self = .step
    case .foreign, .expectedEndOfStatement: self = .partner
    case .bareWord: self = .quotes
    case .operatorNeedsSpace: self = .spaces
    default: return nil
    }
  }

  /// The reason why a suggestion of this kind has exactly one meaning.
  var reason: String {
    switch self {
    case .statement: "no statement begins with the word, and only one keyword or command is similar to it"
    case .subcommand: "the command does not continue with the word, and only one word that can follow is similar to it"
    case .variable: "a `$` begins the name of a variable, and only one existing variable has a similar name"
    case .function: "a word with a value after it is a call, and only one function has a similar name"
    case .state: "the dot marks the word as state, and only one existing state has a similar name"
    case .event: "an event must follow `when`, and only one event has a similar name"
    case .argument: "the command accepts only certain words here, and only one of them fits"
    case .step: "a step must follow `|`, and only one step has a similar name"
    case .partner: "only `else` or `catch` can continue the statement, and only one of the two is similar to the word"
    case .quotes: "no name or value is similar to the word, so it is text without quotes"
    case .spaces: "only the spaces around the operator change"
    }
  }
}

extension String {
  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    guard let start = indices.first(where: { self[$0...].hasPrefix(part) }) else { return self }
    return self[..<start] + other + self[start...].dropFirst(part.count)
  }
}
