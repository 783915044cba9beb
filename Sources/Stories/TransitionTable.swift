extension Player {
  /// The result of an accepted input.
  public enum Next: Hashable, Sendable {
    case to(Situation)
    /// The story continues, in `entering` or `playing` depending on its own time.
    case moving
    /// Another story starts; a jump out of range is refused.
    case story
    /// The first story of the neighbouring deck starts; ignored as `noDeck` if there is no such deck.
    case beside
    /// Another story starts, or the end-of-deck setting ends viewing.
    case storyOrEnd
    /// The planned fault occurs.
    case fault
    /// The finger goes up. The situation below the hold returns (`nil` for moving), or after a short press a tap
    /// follows.
    case letGo(Situation?)

    /// The situations it can lead to, for stories that have something to show; other stories lead to `failed`.
    public var possible: [Situation] {
      switch self {
      case .to(let situation): return [situation]
      case .moving: return [.entering, .playing]
      case .story, .beside: return [.entering]
      case .storyOrEnd: return [.entering, .dismissed]
      case .fault: return [.buffering, .failed]
      case .letGo(nil): return [.entering, .playing, .dismissed]
      case .letGo(let below?): return [below, .entering, .dismissed]
      }
    }
  }

  /// The effect of an input in a situation.
  public enum Cell: Hashable, Sendable {
    case accepted(Next)
    case ignored(IgnoredKind)
    /// An error: nothing is playing.
    case refused
    /// An event of time that occurs only in situations in which it can be due.
    case never
  }

  /// The effect of every input in every situation. The player acts on this table, and a state chart can be drawn from
  /// it.
  public enum TransitionTable {
    /// Returns the effect of `input` in `situation`.
    /// - Complexity: O(1).
    public static func cell(_ situation: Situation, _ input: InputKind) -> Cell {
      cells[Int(input.rawValue) * Situation.allCases.count + Int(situation.rawValue)]
    }

    private static let cells: [Cell] = InputKind.allCases.flatMap { kind in
      rows.first { $0.0 == kind }?.1 ?? []
    }

    // Short names keep each input on one line, so that the table reads as a table. The first letter: t leads to the
    // situation, h to the same situation below a finger, l lifts the finger and returns to it. The second letter: I
    // idle, D dismissed, E entering, P playing, A paused, B buffering, W paused while buffering (waiting twice), F
    // failed. The reasons for ignored inputs follow.
    private static let no = Cell.refused
    private static let xx = Cell.never
    private static let mv = Cell.accepted(.moving)
    private static let st = Cell.accepted(.story)
    private static let be = Cell.accepted(.beside)
    private static let se = Cell.accepted(.storyOrEnd)
    private static let fl = Cell.accepted(.fault)
    private static let tI = Cell.accepted(.to(.idle))
    private static let tD = Cell.accepted(.to(.dismissed))
    private static let tE = Cell.accepted(.to(.entering))
    private static let tP = Cell.accepted(.to(.playing))
    private static let tA = Cell.accepted(.to(.paused))
    private static let tW = Cell.accepted(.to(.pausedBuffering))
    private static let tB = Cell.accepted(.to(.buffering))
    private static let tF = Cell.accepted(.to(.failed))
    private static let hP = Cell.accepted(.to(.heldPlaying))
    private static let hA = Cell.accepted(.to(.heldPaused))
    private static let hW = Cell.accepted(.to(.heldPausedBuffering))
    private static let hB = Cell.accepted(.to(.heldBuffering))
    private static let hF = Cell.accepted(.to(.heldFailed))
    private static let lP = Cell.accepted(.letGo(nil))
    private static let lA = Cell.accepted(.letGo(.paused))
    private static let lW = Cell.accepted(.letGo(.pausedBuffering))
    private static let lB = Cell.accepted(.letGo(.buffering))
    private static let lF = Cell.accepted(.letGo(.failed))
    private static let ih = Cell.ignored(.held)
    private static let ah = Cell.ignored(.alreadyHeld)
    private static let nh = Cell.ignored(.notHeld)
    private static let ap = Cell.ignored(.alreadyPaused)
    private static let np = Cell.ignored(.notPaused)
    private static let ab = Cell.ignored(.alreadyBuffering)
    private static let nb = Cell.ignored(.notBuffering)
    private static let fa = Cell.ignored(.failed)
    private static let nf = Cell.ignored(.notFailed)
    private static let nm = Cell.ignored(.noMeaning)

    // The columns follow `Situation`: closed (2), visible to the viewer (6), and the same below a finger (5).
    // swift-format-ignore
    private static let rows: [(InputKind, [Cell])] = [
      //             idle dis  ent pla pau pBu buf fai  hPl hPa hPB hBu hFa
      (.open,        [st, st,  st, st, st, st, st, st,  st, st, st, st, st]),
      (.hold,        [no, no,  hP, hP, hA, hW, hB, hF,  ah, ah, ah, ah, ah]),
      (.release,     [no, no,  nh, nh, nh, nh, nh, nh,  lP, lA, lW, lB, lF]),
      (.press,       [no, no,  hP, hP, hA, hW, hB, hF,  ah, ah, ah, ah, ah]),
      (.tap,         [no, no,  se, se, se, se, se, se,  ih, ih, ih, ih, ih]),
      (.tapBar,      [no, no,  st, st, st, st, st, st,  ih, ih, ih, ih, ih]),
      (.doubleTap,   [no, no,  tE, tP, tA, tW, tB, tF,  ih, ih, ih, ih, ih]),
      (.like,        [no, no,  tE, tP, tA, tW, tB, tF,  hP, hA, hW, hB, hF]),
      (.unlike,      [no, no,  tE, tP, tA, tW, tB, tF,  hP, hA, hW, hB, hF]),
      (.swipeUp,     [no, no,  nm, nm, nm, nm, nm, nm,  ih, ih, ih, ih, ih]),
      (.swipeDown,   [no, no,  tD, tD, tD, tD, tD, tD,  ih, ih, ih, ih, ih]),
      (.swipeLeft,   [no, no,  be, be, be, be, be, be,  ih, ih, ih, ih, ih]),
      (.swipeRight,  [no, no,  be, be, be, be, be, be,  ih, ih, ih, ih, ih]),
      (.next,        [no, no,  se, se, se, se, se, se,  ih, ih, ih, ih, ih]),
      (.previous,    [no, no,  st, st, st, st, st, st,  ih, ih, ih, ih, ih]),
      (.jump,        [no, no,  st, st, st, st, st, st,  ih, ih, ih, ih, ih]),
      (.pause,       [no, no,  tA, tA, ap, ap, tW, fa,  hA, ap, ap, hW, fa]),
      (.resume,      [no, no,  np, np, mv, tB, np, fa,  ih, hP, hB, ih, fa]),
      (.bufferStart, [no, no,  tB, tB, tW, ab, ab, fa,  hB, hW, ab, ab, fa]),
      (.bufferEnd,   [no, no,  nb, nb, nb, tA, mv, fa,  nb, nb, hA, hP, fa]),
      (.fail,        [no, no,  tF, tF, tF, tF, tF, fa,  hF, hF, hF, hF, fa]),
      (.fault,       [no, no,  tE, tP, tA, tW, tB, fa,  hP, hA, hW, hB, fa]),
      (.retry,       [no, no,  nf, nf, nf, nf, nf, mv,  nf, nf, nf, nf, hP]),
      (.stop,        [no, no,  tI, tI, tI, tI, tI, tI,  tI, tI, tI, tI, tI]),
      (.entered,     [xx, xx,  tP, xx, xx, xx, xx, xx,  xx, xx, xx, xx, xx]),
      (.ended,       [xx, xx,  se, se, xx, xx, xx, xx,  xx, xx, xx, xx, xx]),
      (.pressOver,   [xx, xx,  xx, xx, xx, xx, xx, xx,  lP, lA, lW, lB, lF]),
      (.bufferOver,  [xx, xx,  xx, xx, xx, tA, mv, xx,  xx, xx, hA, hP, xx]),
      (.faultDue,    [xx, xx,  fl, fl, xx, xx, xx, xx,  xx, xx, xx, xx, xx]),
    ]
  }
}
