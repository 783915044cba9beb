/// Everything a `LineEditor` is given from outside. It knows no language: what is a word, a mistake or an unfinished
/// block, only these closures say. All are called on the thread that reads the line, while it reads.
public struct LineEditorConfiguration {
  public enum Mode: Hashable, Sendable {
    /// Emacs keys, unless the user's `.editrc` says `bind -v`.
    case automatic
    case emacs, vi
  }

  /// The name by which `.editrc` lines are meant for this program only (`storyline:bind …`).
  public var programName: String
  public var mode = Mode.automatic
  public var palette = Palette.plain
  public var glyphs = GlyphSet.unicode
  /// Where Up, ^R and vi's commands look, and where accepted lines do *not* go by themselves: the caller adds them.
  public var history: History?
  public var mailbox = Mailbox()
  /// The terminal's descriptors.
  public var input: Int32 = 0
  public var output: Int32 = 1
  /// The line's colours, in bytes. Called once for each change of the text.
  public var highlight: (_ line: String) -> [StyledRange] = { _ in [] }
  /// What could follow the line; shown dim behind it and taken by Right or End. Not asked without colour, as then it
  /// could not be told from the line.
  public var hint: (_ line: String) -> String? = { _ in nil }
  /// What can stand at the cursor, which counts bytes.
  public var complete: (_ line: String, _ cursor: Int) -> [Completion] = { _, _ in [] }
  /// What the word that ends at the cursor, which counts bytes, is to be written out as when Space, Enter or a sign ends it,
  /// and the byte where it begins; nil for a word that stays.
  public var expansion: (_ line: String, _ cursor: Int) -> (start: Int, text: String)? = { _, _ in nil }
  /// Whether Enter ends the input; otherwise it starts another line of it.
  public var isComplete: (_ line: String) -> Bool = { _ in true }
  /// The cells by which a line is indented that follows this text; behind a closing bracket, that line itself.
  public var indentation: (_ before: String) -> Int = { _ in 0 }
  /// The byte where the partner of the bracket at a byte stands; nil where there is none.
  public var partner: (_ line: String, _ bracket: Int) -> Int? = { _, _ in nil }
  /// Seconds until `onWake` is to be called; nil for never.
  public var nextDeadline: () -> Double? = { nil }
  /// Called when the deadline is reached or someone called `Mailbox.wake`. What it returns appears above the line.
  public var onWake: () -> [String] = { [] }
  /// What explains the word at the cursor, which counts bytes; shown below the line until the next key.
  public var help: (_ line: String, _ cursor: Int) -> [StyledText] = { _, _ in [] }
  /// Lets somebody change the text in another program, to which the terminal is lent; nil leaves it as it is.
  public var edit: (_ line: String) -> String? = { _ in nil }
  /// Begins a walk through what was before, at Alt-Left and Alt-Right; nil where there is nothing to walk through.
  public var walk: () -> (any LineWalk)? = { nil }
  /// Whether the terminal is told where prompts, what is typed and output begin, and how a line ended (OSC 133), so that it
  /// can jump between them.
  public var marksPrompts = false
  /// How the line before ended, as a program's exit code.
  public var exitCode: () -> Int32 = { 0 }
  /// What there is to say of the line, asked once for each text when no key has come for a moment, so that no key waits
  /// for it. The cursor counts bytes.
  public var reflect: (_ line: String, _ cursor: Int) -> Reflection = { _, _ in Reflection() }
  /// The text at the right edge of the prompt's row. While there is one it is asked for ten times a second, and painted
  /// when it has changed.
  public var status: () -> StyledText? = { nil }
  public init(programName: String) { self.programName = programName }
}

/// The end of reading a line.
public enum LineOutcome: Hashable, Sendable {
  /// A complete input, which may have several lines.
  case line(String)
  /// ^C: what was typed is dropped.
  case interrupted
  /// ^D on an empty line.
  case endOfInput
  /// The terminal has gone, or the input ended.
  case terminalLost
}

/// Something that takes the keys while a line waits and is shown below it, such as a walk through what was before.
public protocol LineWalk {
  /// The rows below the line, at most so many of so many cells.
  func rows(columns: Int, rows: Int) -> [StyledText]
  /// The text at the right edge of the prompt's row meanwhile.
  var status: StyledText? { get }
  mutating func take(_ key: ScreenKey) -> LineWalkStep
}

/// What follows a key in a `LineWalk`.
public enum LineWalkStep: Hashable, Sendable {
  case goesOn
  /// There is nothing further in that direction.
  case rings
  /// The line is there again; a key that is not the walk's own does its work on it.
  case ends(keyIsOwn: Bool)
  /// This line runs, in place of the one that waits, which ^Y puts back.
  case runs(String)
}
