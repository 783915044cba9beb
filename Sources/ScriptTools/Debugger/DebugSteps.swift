import ShellCore
import StoryScript
import Timeline

/// A moment of a run: the number of statements, events and errors so far, and the instant at which the clock is held
/// after them. Scripts are deterministic, so that each run reaches each moment in the same state.
struct RunPosition: Comparable, Hashable {
  var count = 0
  var instant: Instant?

  static func < (a: RunPosition, b: RunPosition) -> Bool {
    (a.count, a.instant ?? .distantPast) < (b.count, b.instant ?? .distantPast)
  }
}

/// The distance that a script runs until it is held again, unless a breakpoint holds it first.
enum DebugStep {
  case free
  /// To the next statement of any strand.
  case into
  /// To the next statement of a strand with at most this many calls around it; of any strand once it has finished.
  case over(strand: Int, depth: Int)
  /// To the next statement, event or error: through time.
  case instruction

  /// Returns `true` if a statement ends the step.
  func ends(at runtime: Runtime) -> Bool {
    switch self {
    case .free: false
    case .into, .instruction: true
    case .over(let strand, let depth):
      strand == runtime.strandNumber ? runtime.depth <= depth : !runtime.hasStrand(strand)
    }
  }

  /// `true` if an event ends the step.
  var endsAtEvents: Bool { if case .instruction = self { true } else { false } }
}

/// A way back: the last moment before another one that fits.
enum DebugReturn {
  /// To the last statement of a strand with at most this many calls around it; of any strand if there is none.
  case over(strand: Int, depth: Int)
  /// To the last statement, event or error.
  case instruction
  /// To the last breakpoint.
  case breakpoint
}

/// The reason for holding a script.
enum DebugReason {
  case entry, step, pause
  case breakpoint(Int)
  case definition(Int)
  case event(String, Int?)
  case instant(Instant, Int)
  case error(Problem, isCaught: Bool)

  /// The reason's word in the protocol.
  var word: String {
    switch self {
    case .entry: "entry"
    case .step: "step"
    case .pause: "pause"
    case .breakpoint: "breakpoint"
    case .definition, .instant: "function breakpoint"
    case .event(_, let id): id == nil ? "step" : "function breakpoint"
    case .error: "exception"
    }
  }

  /// The number of the breakpoint.
  var breakpoint: Int? {
    switch self {
    case .breakpoint(let id), .definition(let id), .instant(_, let id): id
    case .event(_, let id): id == 0 ? nil : id
    case .entry, .step, .pause, .error: nil
    }
  }
}
