import StoryScript
import System
import Terminal

/// `storyline check`: parses and compiles scripts, and runs nothing.
public struct Checker {
  let catalog: CommandCatalog
  /// The texts that are included in place of files on the disk.
  private let openTexts: OpenTexts

  public init(_ catalog: CommandCatalog) { self.init(catalog, OpenTexts()) }

  init(_ catalog: CommandCatalog, _ openTexts: OpenTexts) { (self.catalog, self.openTexts) = (catalog, openTexts) }

  /// Returns all errors and warnings of a script and of the files that it includes.
  public func errors(in path: String) -> [Diagnostic] {
    do throws(Diagnostic) {
      let source = try SourceFile.read(path)
      return errors(in: source)
    } catch {
      return [error]
    }
  }

  public func errors(in source: Source) -> [Diagnostic] { check(source).errors }

  /// Returns all errors and warnings of a script, and the statements that could be parsed; `nil` if none could.
  func check(_ source: Source) -> (errors: [Diagnostic], script: Script?) {
    // Scripts may use arguments that exist only in a run.
    var options = Session.Options()
    (options.openTexts, options.includesScriptsOnly) = (openTexts, true)
    let session = Session(options: options, output: Output(to: .nowhere), catalog: catalog)
    session.define((1...9).map(String.init))
    var read: Script?
    do throws(Diagnostics) {
      let script = try session.parse(source)
      read = script
      _ = try session.compile(script)
      let kinds = KindChecker.problems(in: script, schema: catalog.schema)
      return ((session.runtime.program.warnings + kinds).sorted { $0.range.start < $1.range.start }, script)
    } catch {
      let mistakes = session.allMistakes(of: error)
      if let read { return (also(mistakes, in: read, holding: []), read) }
      guard let readable = error.readable else { return (mistakes, nil) }
      return (also(mistakes, in: readable, holding: names(around: error, in: source)), readable)
    }
  }

  /// Returns the names to which the unreadable lines may assign other values.
  private func names(around error: Diagnostics, in source: Source) -> Set<String> {
    let lines = Set(error.all.map { source.lineRange(of: Int($0.range.start)) })
    let text = lines.map { source.text($0) }.joined(separator: "\n")
    let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    // If the first line of a block is unreadable, its other lines are lost.
    return text.contains("{") ? words.union(Declarations.possibleNames(in: source)) : words
  }

  /// Returns the errors together with the values of a wrong kind, in order of their places: otherwise the user would
  /// see the latter only after fixing the former.
  /// - Parameter held: variables of unknown value, because an unreadable line may change them.
  private func also(_ mistakes: [Diagnostic], in script: Script, holding held: Set<String>) -> [Diagnostic] {
    if case .interrupted? = mistakes.first?.problem { return mistakes }
    let kinds = KindChecker.problems(
      in: script, schema: catalog.schema, holding: Dictionary(uniqueKeysWithValues: held.map { ($0, nil) })
    ).filter { problem in
      !problem.problem.isWarning
        && !mistakes.contains { $0.range.start < problem.range.end && problem.range.start < $0.range.end }
    }
    return kinds.isEmpty ? mistakes : (mistakes + kinds).sorted { $0.range.start < $1.range.start }
  }
}
