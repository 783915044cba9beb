import ShellCore
import StoryScript
import System
import TerminalText

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
    let session = emptySession()
    let findings = check(source, session) { () throws(Diagnostics) in try session.parse(source) }
    return (findings.errors, findings.script)
  }

  /// Returns the statements of a script that can be parsed, `nil` if none can, and `true` if these are all.
  func parsed(_ source: Source) -> (script: Script?, isWhole: Bool) {
    do throws(Diagnostics) { return (try emptySession().parse(source), true) } catch { return (error.readable, false) }
  }

  /// The result of a check.
  struct Findings {
    /// The errors and warnings for the user.
    var errors: [Diagnostic]
    var script: Script?
    /// Everything found after parsing, including problems that are not shown because they may follow from another
    /// error.
    var all: [Diagnostic] = []
    /// The variables of unknown value, because an unreadable line may change them.
    var held: Set<String> = []
  }

  /// Returns a session in which scripts are checked. They may use arguments that exist only in a run.
  func emptySession() -> Session {
    var options = Session.Options()
    (options.openTexts, options.includesScriptsOnly) = (openTexts, true)
    let session = Session(options: options, output: Output(to: .nowhere), catalog: catalog)
    session.define((1...9).map(String.init))
    return session
  }

  /// Checks a script.
  /// - Parameters:
  ///   - kinds: what is known of the script's names, if that was found before.
  ///   - parse: parses the source.
  func check(
    _ source: Source, _ session: Session, kinds: KindChecker? = nil, parse: () throws(Diagnostics) -> Script
  ) -> Findings {
    func kindProblems(_ script: Script, holding held: Set<String> = []) -> [Diagnostic] {
      let checker =
        kinds
        ?? KindChecker(
          of: script, schema: catalog.schema, holding: Dictionary(uniqueKeysWithValues: held.map { ($0, nil) }))
      return checker.mistakes(in: script)
    }
    let script: Script
    do throws(Diagnostics) { script = try parse() } catch {
      var (mistakes, all) = (error.all, [] as [Diagnostic])
      guard let readable = error.readable else { return Findings(errors: mistakes, script: nil) }
      mistakes = session.allMistakes(of: error, noting: &all)
      let held = names(around: error, in: source)
      return also(mistakes, all, in: readable, holding: held) { kindProblems(readable, holding: held) }
    }
    do throws(Diagnostics) {
      _ = try session.compile(script, findingSilentComparisons: false)
    } catch {
      return also(error.all, error.all, in: script) { kindProblems(script) }
    }
    let wrong = kindProblems(script)
    // A run refuses these as well.
    let silent = wrong.filter { $0.problem.isSilentComparison }
    if !silent.isEmpty { return also(silent, silent, in: script) { wrong } }
    let found = session.runtime.program.warnings + wrong
    return Findings(errors: found.sorted { $0.range.start < $1.range.start }, script: script, all: found)
  }

  /// Returns the names to which the unreadable lines may assign other values.
  func names(around error: Diagnostics, in source: Source) -> Set<String> {
    var words: Set<String> = []
    var losesBlock = false
    for diagnostic in error.all {
      let line = source.text(source.lineRange(of: Int(diagnostic.range.start)))
      if case .unclosed(let opener, _, _) = diagnostic.problem {
        // The block is read nevertheless; a list or record may get more items.
        if opener == "{", !line.contains(" = ") { continue }
      } else if line.contains("{") {
        // If the first line of a block is unreadable, its other lines are lost.
        losesBlock = true
      }
      words.formUnion(line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    }
    return losesBlock ? words.union(Declarations.possibleNames(in: source)) : words
  }

  /// Returns the errors together with the values of a wrong kind, in order of their places: otherwise the user would
  /// see the latter only after fixing the former.
  /// - Parameters:
  ///   - held: variables of unknown value, because an unreadable line may change them.
  ///   - findKinds: finds the values of a wrong kind.
  private func also(
    _ mistakes: [Diagnostic], _ all: [Diagnostic], in script: Script, holding held: Set<String> = [],
    _ findKinds: () -> [Diagnostic]
  ) -> Findings {
    var findings = Findings(errors: mistakes, script: script, all: all, held: held)
    if case .interrupted? = mistakes.first?.problem { return findings }
    let kinds = findKinds()
    findings.all += kinds
    let further = kinds.filter { problem in
      !problem.problem.isWarning
        && !mistakes.contains { $0.range.start < problem.range.end && problem.range.start < $0.range.end }
    }
    if !further.isEmpty { findings.errors = (mistakes + further).sorted { $0.range.start < $1.range.start } }
    return findings
  }
}
