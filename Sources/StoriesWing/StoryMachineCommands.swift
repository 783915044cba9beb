import SessionState
import ShellCore
import Stories
import StoryScript
import TerminalText

extension MachineView {
  /// The part of the player's table that is shown.
  enum Part {
    /// The seven states of the apps, and their inputs.
    case app
    /// The states of the apps if viewing never ends (`set ending stuck`): dismissing in place of dismissed.
    case stuck
    /// All situations, including the states beneath a hold or a pause.
    case all

    var situations: [Situation] {
      switch self {
      case .app, .stuck: [.idle, .entering, .playing, .heldPlaying, .buffering, .failed, .dismissed]
      case .all: Situation.allCases
      }
    }

    var inputs: [Player.InputKind] {
      switch self {
      case .app, .stuck:
        MachineView.inputs.filter {
          ![.press, .pause, .resume, .fault, .pressOver, .bufferOver, .faultDue].contains($0)
        }
      case .all: MachineView.inputs
      }
    }

    /// Returns the width of a column in cells.
    func width(of situation: Situation) -> Int { self == .all ? 4 : max(7, heading(situation).count) }

    func heading(_ situation: Situation) -> String {
      if self == .all { return MachineView.heading(situation) }
      return situation.state == .pausedByHold ? "held" : name(situation)
    }

    /// Returns whether an input has an effect.
    func isAccepted(_ kind: Player.InputKind, in situation: Situation) -> Bool {
      if isEndless(situation) { return Ending.cell(kind) == .leaves }
      if case .accepted = MachineView.cell(situation, kind) { return true }
      return false
    }

    /// Returns the effect of an input, abbreviated.
    func code(_ kind: Player.InputKind, in situation: Situation) -> String {
      if isEndless(situation) { return kind.isTime ? "" : Ending.cell(kind) == .leaves ? "new" : "·" }
      return code(MachineView.cell(situation, kind), from: situation)
    }

    private func isEndless(_ situation: Situation) -> Bool { self == .stuck && situation == .dismissed }

    /// Returns a cell, abbreviated.
    private func code(_ cell: Player.Cell, from situation: Situation) -> String {
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
        next == situation || self != .all && next.state == situation.state ? "=" : target(next)
      }
    }

    /// Returns the next state, abbreviated.
    private func target(_ next: Situation) -> String {
      if self == .all { return heading(next) }
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
      case .app, .stuck:
        [
          "held: `story.state` is pausedByHold; new: another story starts; next: another",
          "story starts, or the deck ends; user: another user's story; =: no change;",
          "·: no effect, `explain` says why; ✗: refused, nothing is playing.",
          "The last two rows happen by themselves. `story machine all` shows more.",
        ]
      case .all:
        [
          "new: another story starts; next: another story starts, or the deck ends;",
          "user: another user's story; =: no change; ·: no effect, `explain` says why;",
          "✗: refused, nothing is playing; p+bf: paused while its picture is missing;",
          "h+…: held in that state; b/f: waits for its picture or fails, as planned.",
          "The last five rows happen by themselves.",
        ]
      }
    }

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

    /// Returns this part's name for a state.
    fileprivate func name(_ situation: Situation) -> String {
      self == .all ? situation.name : isEndless(situation) ? StoryWords.dismissing : situation.state.rawValue
    }

    fileprivate func words(_ situation: Situation, _ kind: Player.InputKind) -> String {
      if isEndless(situation) {
        return kind.isTime ? "never" : Ending.cell(kind) == .leaves ? "another story" : "no effect, forever"
      }
      return MachineView.words(MachineView.cell(situation, kind), name)
    }
  }

  // MARK: One state or one input

  /// Returns the rows of a state or an input, by its name: `failed`, `tap bar`, `swipe left`, `all heldPlaying`.
  /// - Parameter isStuck: `true` if viewing never ends.
  /// - Returns: `nil` if the name is neither.
  fileprivate static func records(of topic: String, isStuck: Bool) -> [Value]? {
    var words = topic.split(separator: " ").map(String.init)
    if words.first == "all" {
      words.removeFirst()
      return words.isEmpty ? Part.all.records : records(of: words, .all)
    }
    // States that the apps do not have come from the full table.
    let part = isStuck || topic == StoryWords.dismissing ? Part.stuck : .app
    let isOwn = words == [Player.State.paused.rawValue] || Situation(named: topic) == nil
    return records(of: words, part) ?? (isOwn ? records(of: words, .all) : nil)
  }

  private static func records(of words: [String], _ part: Part) -> [Value]? {
    // The names in the table's headings are accepted as well.
    if words.count == 1,
      let situation = part.situations.first(where: { [part.name($0), part.heading($0)].contains(words[0]) })
    {
      return part.inputs.compactMap { kind in
        let does = part.words(situation, kind)
        return does == "never" ? nil : .record(["input": .text(name(kind)), "does": .text(does)])
      }
    }
    let kinds = inputs(words, among: part.inputs)
    return kinds.isEmpty
      ? nil
      : kinds.flatMap { kind in
        part.situations.map { situation in
          .record([
            "input": .text(name(kind)), "state": .text(part.name(situation)),
            "does": .text(part.words(situation, kind)),
          ])
        }
      }
  }

  /// Returns the inputs that begin with these words, or otherwise the input with which the words begin: `tap right`
  /// is a `tap`.
  private static func inputs(_ words: [String], among kinds: [Player.InputKind]) -> [Player.InputKind] {
    let words = words.count > 1 && words[0] == "story" ? Array(words.dropFirst()) : words
    let found = kinds.filter { Self.words($0).starts(with: words) }
    if !found.isEmpty { return found }
    return kinds.filter { words.starts(with: Self.words($0)) }.max { Self.words($0).count < Self.words($1).count }
      .map { [$0] } ?? []
  }

  /// Returns the words of an input without the `story` with which several begin.
  private static func words(_ kind: Player.InputKind) -> [String] {
    let words = name(kind).split(separator: " ").map(String.init)
    return words.count > 1 && words[0] == "story" ? Array(words.dropFirst()) : words
  }

  /// All topics of `story machine`.
  static let topics: [String] = {
    var all = ["all"] + StoryWords.states
    for kind in inputs where !kind.isTime {
      let topic = words(kind).joined(separator: " ")
      if !all.contains(topic) { all.append(topic) }
    }
    return all
  }()
}

extension Player.Situation {
  /// Finds the situation with this name.
  fileprivate init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

/// The command for the player's transition table.
struct StoryMachineCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "story machine",
      [
        // A name instead of a choice: making the names of all inputs costs more than the rest of a start.
        Parameter("WHAT", .words(of: NameKind.machinePart.rawValue), optional: true, NameKind.machinePart.rawValue)
      ],
      summary: "shows the effect of each input in each state of a story, and the current state",
      details: """
        This is the table that the player itself uses, with the seven states of the apps. `all` also shows the states \
        under a hold or a pause; `all heldPlaying` shows one of them. The value is a list of records.
        """,
      examples: [
        .init(
          "let tap = (story machine | where input == \"tap\" | first)\nexpect $tap.pausedByHold == \"ignored: held\"",
          "one row of the table"),
        .init(
          "expect (story machine hold | where state == \"playing\" | first).does == \"pausedByHold\"", "one input"),
        .init(
          "expect (story machine tap bar | where state == \"idle\" | first).does == \"refused: nothing is playing\"",
          "an input of two words"),
        .init("expect (story machine failed | where input == \"story retry\" | count) == 1", "one state"),
      ],
      searchWords: ["states", "transitions", "table", "chart", "diagram"], in: .stories,
      shows: .drawn { session, value in StoryMachineCommands(session).showMachine(value) }, role: .looks
    ) { (session, arguments) throws(Failure) in
      _ = try session.present()
      let isStuck = session.world.stories.viewer.choices.ending == .stuck
      guard let what = arguments.text(0) else {
        return .value(.list((isStuck ? MachineView.Part.stuck : .app).records))
      }
      if let records = MachineView.records(of: what, isStuck: isStuck) { return .value(.list(records)) }
      guard MachineView.Situation(named: what) == nil else {
        throw .refused("'\(what)' is a state of Storyline, not of the apps", "try: story machine all \(what)").about(0)
      }
      throw .refused(
        "the table has no state or input '\(what)'", meant: closest(to: what, among: MachineView.topics),
        otherwise: "try: story machine"
      ).about(0)
    }
  ]
}

extension StoryMachineCommands {
  fileprivate func showMachine(_ value: Value) {
    let fields = value.list?.first?.record
    let viewer = session.world.stories.viewer
    guard fields?["does"] == nil else {
      session.printer.show(value, whole: true, at: session.now)
      session.printer.writeLine(StyledText(" " + MachineView.now(StoryWords.state(of: viewer)), .dim))
      return noteGestures()
    }
    let part: MachineView.Part =
      fields?["heldPlaying"] != nil ? .all : fields?[StoryWords.dismissing] != nil ? .stuck : .app
    for line in MachineView.lines(
      part, at: viewer.player.situation, called: StoryWords.state(of: viewer), glyphs: session.output.line.glyphs,
      width: session.output.width)
    {
      session.printer.writeLine(line)
    }
    noteGestures()
  }

  /// Notes that another recogniser decides which inputs reach this table.
  private func noteGestures() {
    let gestures = session.world.stories.viewer.choices.gestures
    guard gestures != .hold else { return }
    session.printer.writeWrapped(
      "Touches go through the gesture design `\(gestures.rawValue)` first: see `gestures machine`")
  }
}
