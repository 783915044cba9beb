import Bluesky
import ShellCore
import StoryScript
import TerminalText

/// The table of posts in the outbox.
enum OutboxMachineView {
  static let table = TransitionView("a post in the outbox", name: name) {
    (state: Delivery.State, input: Delivery.Input) in
    switch Delivery.TransitionTable.cell(state, input) {
    case .to(let next): .init(words: next.rawValue, targets: [next.rawValue])
    case .gone: .init(words: "out", targets: ["out"])
    case .never: .init(words: "never")
    case .ignored(let reason): .init(words: "ignored: \(TransitionView.spaced(reason.rawValue))")
    }
  }

  private static func name(_ input: Delivery.Input) -> String? {
    switch input {
    case .schedule: "post … at"
    case .send: "outbox send N"
    case .due: "its time comes"
    case .accepted: "the server has it"
    case .declined: "the server refuses"
    case .unanswered: "no answer"
    case .unreached: "no network"
    case .remove: "outbox remove N"
    }
  }

  static var markdown: String { table.markdown }
}
