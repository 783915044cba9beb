/// The settings of a `LineEditor`. The editor knows no language: only these closures define words, mistakes and
/// unfinished blocks. All are called on the thread that reads the line, while it reads.
public struct LineEditorConfiguration {
  /// The name with which `.editrc` lines apply to this program only (`storyline:bind …`).
  public var programName: String
  public var mode = EditingKeys.automatic
  public var palette = Palette.plain
  public var glyphs = GlyphSet.unicode
  /// The history for Up, ^R and vi's commands. Accepted lines are *not* added to it automatically: the caller adds
  /// them.
  public var history: History?
  public var mailbox = Mailbox()
  /// The terminal's descriptors.
  public var input: Int32 = 0
  public var output: Int32 = 1
  /// Returns the line's colours, with ranges in bytes. Called once for each change of the text.
  public var highlight: (_ line: String) -> [StyledRange] = { _ in [] }
  /// Returns a continuation of the line, shown dim after it and accepted with Right or End. Not called without
  /// colour, as the continuation would look like part of the line.
  public var hint: (_ line: String) -> String? = { _ in nil }
  /// Returns the completions at the cursor, whose position is in bytes.
  public var complete: (_ line: String, _ cursor: Int) -> [Completion] = { _, _ in [] }
  /// Returns the expansion of the word that ends at the cursor (in bytes), applied when Space, Enter or a sign ends
  /// the word, and the byte at which the word begins; `nil` for a word without an expansion.
  public var expansion: (_ line: String, _ cursor: Int) -> (start: Int, text: String)? = { _, _ in nil }
  /// Returns `true` if Enter ends the input; otherwise Enter starts another line of it.
  public var isComplete: (_ line: String) -> Bool = { _ in true }
  /// Returns the indentation, in cells, of the line after this text; after a closing bracket, of that line itself.
  public var indentation: (_ before: String) -> Int = { _ in 0 }
  /// Returns the byte position of the bracket that matches the one at a byte; `nil` if there is none.
  public var partner: (_ line: String, _ bracket: Int) -> Int? = { _, _ in nil }
  /// Returns the seconds until `onWake` should be called; `nil` for never.
  public var nextDeadline: () -> Double? = { nil }
  /// Called when the deadline is reached or `Mailbox.wake` was called. The returned lines appear above the line.
  public var onWake: () -> Announcement = { Announcement() }
  /// Returns the help for the word at the cursor (in bytes); shown below the line until the next key.
  public var help: (_ line: String, _ cursor: Int) -> [StyledText] = { _, _ in [] }
  /// Lets the user change the text in another program, to which the terminal is lent; `nil` leaves the text
  /// unchanged.
  public var edit: (_ line: String) -> String? = { _ in nil }
  /// Begins a walk through the past at Alt-Left and Alt-Right; `nil` if there is none.
  public var walk: () -> (any LinePanel)? = { nil }
  /// `true` to tell the terminal where prompts, input and output begin, and how a line ended (OSC 133), so that it
  /// can jump between them.
  public var marksPrompts = false
  /// Returns the result of the previous line, as a program's exit code.
  public var exitCode: () -> Int32 = { 0 }
  /// Returns feedback on the line, requested once for each text after a short pause in typing, so that no key waits
  /// for it. The cursor is in bytes.
  public var reflect: (_ line: String, _ cursor: Int) -> Reflection = { _, _ in Reflection() }
  /// Returns the text at the right edge of the prompt's row. While it is not `nil`, it is requested ten times a
  /// second, and painted if it has changed.
  public var status: () -> StyledText? = { nil }
  /// Returns a text to the left of the status. It is requested at the start of a line, after each event, and once a
  /// second while there is a status; by itself it does not wake the program.
  public var rightText: () -> StyledText? = { nil }
  /// Returns the prompt for the window's present size, requested when that has changed; `nil` keeps the prompt that was
  /// given for the line.
  public var prompt: () -> StyledText? = { nil }
  /// `true` to show the mode of vi's keys by the cursor's shape as well.
  public var shapesCursor = false
  public init(programName: String) { self.programName = programName }
}

/// The result of reading a line.
public enum LineOutcome: Hashable, Sendable {
  /// A complete input, possibly of several lines.
  case line(String)
  /// ^C: the typed text is dropped.
  case interrupted
  /// ^D on an empty line.
  case endOfInput
  /// The terminal is gone, or the input ended.
  case terminalLost
}
