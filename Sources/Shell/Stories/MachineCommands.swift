import Stories
import StoryScript
import Terminal

extension MachineView {
  /// How much of the player's table is shown.
  enum Part {
    /// The seven states of the apps, and what happens to them there.
    case app
    /// All situations, with what a hold or a pause lies on.
    case all

    var situations: [Situation] {
      switch self {
      case .app: [.idle, .entering, .playing, .heldPlaying, .buffering, .failed, .dismissed]
      case .all: Situation.allCases
      }
    }

    var inputs: [Player.InputKind] {
      switch self {
      case .app:
        Player.InputKind.allCases.filter {
          ![.press, .pause, .resume, .fault, .pressOver, .bufferOver, .faultDue].contains($0)
        }
      case .all: Player.InputKind.allCases
      }
    }

    /// The cells of a column.
    func width(of situation: Situation) -> Int { self == .app ? max(7, heading(situation).count) : 4 }

    func heading(_ situation: Situation) -> String {
      self == .all ? MachineView.heading(situation) : Self.word(situation.state)
    }

    /// A cell in few letters.
    func code(_ cell: Player.Cell, from situation: Situation) -> String {
      switch cell {
      case .refused: "✗"
      case .never: ""
      case .ignored: "·"
      case .accepted(.story): "new"
      case .accepted(.beside): "user"
      case .accepted(.storyOrEnd): "next"
      case .accepted(.fault): "b/f"
      case .accepted(.moving): target(.playing)
      case .accepted(.letGo(let below)): target(below ?? .playing)
      case .accepted(.to(let next)):
        next == situation || self == .app && next.state == situation.state ? "=" : target(next)
      }
    }

    /// Where it leads.
    private func target(_ next: Situation) -> String {
      guard self == .app else { return heading(next) }
      return switch next.state {
      case .idle: "idle"
      case .entering, .playing: "plays"
      case .pausedByHold: "held"
      case .paused: "paused"
      case .buffering: "waits"
      case .failed: "fails"
      case .dismissed: "ends"
      }
    }

    var legend: [String] {
      switch self {
      case .app:
        [
          "held: `story.state` is pausedByHold; new: another story starts; next: as",
          "well, or the deck ends; user: another user's story; =: it stays;",
          "·: no effect, and `explain` says why; ✗: refused, nothing plays.",
          "The last two rows are what time itself brings. `story machine all` has more.",
        ]
      case .all:
        [
          "new: another story starts; next: as well, or the deck ends; =: it stays;",
          "user: another user's story; ·: no effect, and `explain` says why;",
          "✗: refused, nothing plays; p+bf: paused while its picture is missing;",
          "h+…: held above it; b/f: waits for its picture or fails, as planned.",
          "The last five rows are what time itself brings.",
        ]
      }
    }

    private static func word(_ state: Player.State) -> String { state == .pausedByHold ? "held" : state.rawValue }

    /// The table as records: by state for the apps, by situation for all.
    var records: [Value] {
      inputs.map { kind in
        var record: Record = ["input": .text(MachineView.name(kind))]
        for situation in situations {
          record[name(situation)] = .text(words(situation, kind))
        }
        return .record(record)
      }
    }

    /// A state as this part calls it.
    fileprivate func name(_ situation: Situation) -> String { self == .all ? "\(situation)" : situation.state.rawValue }

    fileprivate func words(_ situation: Situation, _ kind: Player.InputKind) -> String {
      let cell = Player.TransitionTable.cell(situation, kind)
      if case .accepted(.to(let next)) = cell { return name(next) }
      return MachineView.words(cell)
    }
  }

  // MARK: One state or one input

  /// What each input does in the state that a viewer calls so; `nil` for no state.
  fileprivate static func records(ofState word: String) -> [Value]? {
    let found = Situation.allCases.filter { $0.state.rawValue == word || "\($0)" == word }
    guard let situation = found.first else { return nil }
    return Player.InputKind.allCases.compactMap { kind in
      let cell = Player.TransitionTable.cell(situation, kind)
      return cell == .never ? nil : .record(["input": .text(name(kind)), "does": .text(words(cell))])
    }
  }

  /// What the inputs that begin with this word do in each state: of the apps', if they have them.
  fileprivate static func records(ofInput word: String) -> [Value] {
    let part = Part.app.inputs.contains { Self.word($0) == word } ? Part.app : .all
    return part.inputs.filter { Self.word($0) == word }.flatMap { kind in
      part.situations.map { situation in
        .record([
          "input": .text(name(kind)), "state": .text(part.name(situation)), "does": .text(part.words(situation, kind)),
        ])
      }
    }
  }

  /// The word by which an input is asked for.
  private static func word(_ kind: Player.InputKind) -> String {
    let words = StoryWords.name(kind).split(separator: " ")
    return String(words.first == "story" && words.count > 1 ? words[1] : words.first ?? "")
  }

  /// All that `story machine` can be asked for.
  static let topics: [String] = {
    var words = ["all"] + Player.State.allCases.map(\.rawValue)
    for kind in Player.InputKind.allCases where !kind.isTime && kind != .fault && !words.contains(word(kind)) {
      words.append(word(kind))
    }
    return words
  }()
}

enum StoryMachineCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "story machine",
      [
        // A name and no choice: the names of all inputs cost more to make than all else that a start makes.
        Parameter("WHAT", .name(.machinePart), optional: true, NameKind.machinePart.rawValue)
      ],
      summary: "shows what each input does in each state of a story, and where it is now",
      details: """
        The very table that the player runs on, with the seven states of the apps; `all` adds what holds and pauses \
        lie on. As a value it is a list of records.
        """,
      examples: [
        .init(
          "let tap = (story machine | where input == \"tap\" | first)\nexpect $tap.pausedByHold == \"ignored: held\"",
          "one row of it"),
        .init(
          "expect (story machine hold | where state == \"playing\" | first).does == \"pausedByHold\"", "one input"),
        .init("expect (story machine failed | where input == \"story retry\" | count) == 1", "one state"),
      ],
      searchWords: ["states", "transitions", "table", "chart", "diagram"], in: .stories,
      shows: .drawn { session, value in session.showMachine(value) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      guard let what = arguments.text(0) else { return .value(.list(MachineView.Part.app.records)) }
      guard MachineView.topics.contains(what) else {
        throw .refused(
          "the machine has states and inputs, not '\(what)'", meant: closest(to: what, among: MachineView.topics),
          otherwise: "story machine shows them"
        ).about(0)
      }
      if what == "all" { return .value(.list(MachineView.Part.all.records)) }
      return .value(.list(MachineView.records(ofState: what) ?? MachineView.records(ofInput: what)))
    }
  ]
}

extension Session {
  fileprivate func showMachine(_ value: Value) {
    let fields = value.list?.first?.record
    let current = world.stories.player.situation
    guard fields?["does"] == nil else {
      speaker.show(value, whole: true, at: now)
      return speaker.writeLine(StyledText(" " + MachineView.now(current), .dim))
    }
    let part: MachineView.Part = fields?["heldPlaying"] == nil ? .app : .all
    for line in MachineView.lines(part, at: current, glyphs: output.line.glyphs, width: output.width) {
      speaker.writeLine(line)
    }
  }
}
