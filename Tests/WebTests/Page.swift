import JSON

@testable import storyline_web

/// A shell whose messages are kept.
final class Page {
  private(set) var messages: [JSON] = []
  var answers: [String?] = []
  /// The keys on the whole window, as a page names them.
  var keys: [String] = []
  private(set) var shell: WebShell!

  init(columns: Int = 80, canWait: Bool = true, isSealed: Bool = false) {
    var setup = WebShell.Setup()
    (setup.isPractice, setup.columns, setup.canWait, setup.isSealed) = (true, columns, canWait, isSealed)
    shell = WebShell(
      setup, ask: { [unowned self] in answer($0, $1) },
      key: { [unowned self] _ in keys.isEmpty ? nil : keys.removeFirst() },
      send: { [unowned self] in messages.append($0) })
  }

  private func answer(_ question: JSON, _ isHidden: Bool) -> String? {
    messages.append(.object([.init("ask", question), .init("isHidden", .bool(isHidden))]))
    return answers.isEmpty ? nil : answers.removeFirst()
  }

  /// Returns the messages that a call causes.
  func call(_ body: (WebShell) -> Void) -> [JSON] {
    messages = []
    body(shell)
    return messages
  }

  func run(_ line: String) -> [JSON] { call { $0.run(line) } }
}

func text(_ row: JSON) -> String {
  guard case .array(let runs) = row else { return "" }
  return runs.map { run in
    if case .array(let parts) = run { parts[0].stringValue ?? "" } else { run.stringValue ?? "" }
  }.joined()
}

func rows(_ messages: [JSON]) -> [String] {
  messages.flatMap { message -> [String] in
    guard case .array(let rows)? = message["rows"] else { return [] }
    return rows.map(text)
  }
}

func state(_ messages: [JSON]) -> JSON? { messages.last { $0["state"] != nil }?["state"] }
