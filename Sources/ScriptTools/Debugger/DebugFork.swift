import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The evaluation of texts where a script is held, in a copy of its session: nothing changes in the session itself.
struct DebugFork {
  enum Answer {
    case value(Value)
    /// The lines that a statement has written.
    case lines([String])
    case refused(String)
  }

  private let session: Session
  private let variables: [(name: String, value: Value)]
  /// The processor time that an evaluation may take, in microseconds.
  private static let timeout: Int64 = 2_000_000
  private static let resultName = "debugged_value"

  /// - Parameter variables: the local variables; later ones hide earlier ones.
  init(
    _ session: Session, _ variables: [(name: String, value: Value)], _ more: [(name: String, value: Value)] = []
  ) {
    (self.session, self.variables) = (session, variables + more)
  }

  /// Returns the value of an expression or a command. A name without `$` is the variable of that name.
  func value(of text: String) -> Answer {
    let text = text.drop { $0 == " " || $0 == "\n" }
    guard !text.isEmpty else { return .refused("there is nothing to evaluate") }
    if text.first?.isNumber == false, text.utf8.allSatisfy(isNameByte), let value = variable(String(text)) {
      return .value(value)
    }
    return run("let \(Self.resultName) = \(text)", Output(to: .nowhere)) { trial, _ in
      .value(trial.session.runtime.variable(Self.resultName) ?? .none)
    }
  }

  /// Returns the output of a line, as at a prompt.
  func answer(to line: String) -> Answer {
    if case .value(let value) = value(of: line), case .none = commandOf(line) { return .value(value) }
    return run(line, Output(to: .memory, cutsTables: false)) { _, output in .lines(output.drainLines()) }
  }

  /// Returns a text with the values of the expressions in `{…}`.
  func text(of message: String) -> String {
    guard
      case .value(let value) = value(of: "\"\(message.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"")
    else { return message }
    return session.runtime.writer.text(value)
  }

  private func variable(_ name: String) -> Value? {
    variables.last { $0.name == name }?.value ?? session.runtime.scriptVariables.first { $0.name == name }?.value
  }

  /// Returns the command with which a line begins; `nil` if it is an expression.
  private func commandOf(_ line: String) -> String? {
    let word = line.drop { $0 == " " }.prefix { $0 != " " }
    return session.catalog.schema.vocabulary.commands.hasFirstWord(String(word)) ? String(word) : nil
  }

  private func run(_ line: String, _ output: Output, _ answer: (Trial, Output) -> Answer) -> Answer {
    guard var trial = Trial(of: session, output: output, timeout: Self.timeout) else {
      return .refused("the session cannot be copied here")
    }
    trial.session.printer.begin(at: session.start)
    for (name, value) in variables { trial.session.runtime.define(name, value) }
    let before = trial.session.runtime.program
    do throws(Diagnostics) {
      _ = try trial.session.load(try Self.source(line))
    } catch {
      return .refused(Self.words(error.all[0].problem))
    }
    trial.session.runtime.program = before
    switch trial.run(line) {
    case .done: return answer(trial, output)
    case .failed(let problem): return .refused(Self.words(problem))
    case .none: return .refused("this cannot be tried in a copy of the session: it uses files or takes too long")
    }
  }

  private static func source(_ line: String) throws(Diagnostics) -> Source {
    do throws(Diagnostic) { return try Source(name: SourceFile.promptName, text: line) } catch {
      throw Diagnostics([error])
    }
  }

  private static func words(_ problem: Problem) -> String {
    problem.message + (problem.suggestion.map { ": \($0)" } ?? "")
  }
}
