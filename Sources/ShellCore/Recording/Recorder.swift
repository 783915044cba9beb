import StoryScript
import System
import TerminalText
import Timeline

/// Records the lines typed at a practice prompt as they run, so that nothing is lost when the program ends.
package final class Recorder {
  package private(set) var recording: Recording
  /// The file that is appended to; `nil` while there is none.
  private var file: Descriptor?
  private(set) var path: String?
  /// The reason why writing has stopped.
  private var trouble: String?
  private var isTroubleReported = false
  /// The end of the last recorded item, for each session of the stack.
  private var ends: [ObjectIdentifier: Instant] = [:]

  package init(_ head: Recording.Header, leavingOut commands: Set<String> = []) {
    (recording, leavesOut) = (Recording(head: head), commands)
  }

  /// Continues a recording from an existing file.
  package init(_ recording: Recording, in file: Descriptor, leavingOut commands: Set<String> = []) {
    (self.recording, self.file, leavesOut) = (recording, file, commands)
  }

  deinit { file?.close() }

  package var isKept: Bool { file != nil }

  /// The reason why no recording is possible, and an alternative; `nil` if it is possible.
  private(set) var obstacle: (why: String, instead: String)?
  /// `true` if a fresh start removes the reason.
  private var needsRestart = false

  /// Records that from here on the typed lines do not contain everything that was done.
  package func preventRecording(_ why: String, _ instead: String, untilRestart: Bool = false) {
    if obstacle != nil { return }
    (obstacle, needsRestart) = ((why, instead), untilRestart)
  }

  /// Starts the recording again with a line that the program ran, if that removes the reason against a recording.
  package func restartRecording(with text: String, in session: Session) {
    guard needsRestart else { return }
    (obstacle, needsRestart) = (nil, false)
    restart()
    begin(with: text, in: session)
  }

  /// The commands about the recording itself.
  private static let own: Set = ["record", "record end"]
  /// The commands whose lines are not recorded here.
  private let leavesOut: Set<String>

  /// `true` if the recorded session is the one at the prompt, with none on top of it.
  var isAtHome = false

  /// Returns the message at the end of a recording.
  static func farewell(_ path: String) -> String {
    "saved the recording to \(path); try: storyline render \(path) to walk.cast"
  }

  // MARK: Recording

  /// Records a line that has run.
  func add(_ line: TypedLine, in session: Session) {
    if !line.commands.isEmpty, line.commands.isSubset(of: Self.own) { return }
    if !line.commands.isDisjoint(with: leavesOut) { return }
    // It ends the recording together with its session, and in a replay it would leave the session.
    if line.isFine, line.commands == ["practice end"], isAtHome { return }
    let vocabulary = session.catalog.schema.vocabulary
    let given = SecretText.secretVariables(in: line.text, vocabulary).subtracting(secretVariables)
    if !given.isEmpty {
      secretVariables.formUnion(given)
      hideEarlier(vocabulary)
    }
    var text = SecretText.masked(line.text, vocabulary, variables: secretVariables)
    var isRead = line.isRead
    let hidesSecret = text != line.text
    if !hidesSecret, SecretLine.isSecret(line.text, vocabulary) { (text, isRead) = (SecretText.mask, false) }
    let secrets = session.output.secrets
    text = secrets.maskedLine(text)
    // An unreadable line may contain anything, and never runs.
    if !isRead { text = sanitized(text, keepingLines: true) }
    let failure =
      isRead
      ? line.failure.map { hidesSecret ? SecretText.mask : secrets.masked(SecretText.withoutTokens(sanitized($0))) }
      : nil
    append(
      .init(
        wait: wait(until: line.began, session),
        content: .line(
          .init(text: text, isRead: isRead, stopped: line.stopped, answers: line.answers, failure: failure))), session)
  }

  /// The variables that a recorded line gave to a command as a password or PIN.
  private var secretVariables: Set<String> = []

  /// Masks the values that earlier lines gave to variables which turn out to hold a secret.
  private func hideEarlier(_ vocabulary: Vocabulary) {
    let masked = recording.masked(vocabulary, variables: secretVariables)
    guard masked.text != recording.text else { return }
    recording.items = masked.items
    rewrite()
  }

  /// Masks secrets in the lines that were recorded before they were known.
  func hide(_ secrets: KnownSecrets) {
    var isChanged = false
    for index in recording.items.indices {
      guard case .line(var line) = recording.items[index].content else { continue }
      let (text, failure) = (secrets.maskedLine(line.text), line.failure.map(secrets.masked))
      guard text != line.text || failure != line.failure else { continue }
      (line.text, line.failure, isChanged) = (text, failure, true)
      recording.items[index].content = .line(line)
    }
    if isChanged { rewrite() }
  }

  /// Masks secrets in a recording that was closed before they were known. A file that is no longer a recording stays as
  /// it is.
  static func hide(_ secrets: KnownSecrets, in path: String) {
    guard let file = try? File.openLocked(path, O_RDWR | O_NOFOLLOW | O_APPEND, timeout: 1_000) else { return }
    guard let bytes = try? file.readAll(atMost: Source.sizeLimit),
      let source = try? Source(name: "", bytes: RecordingTitle.whole(bytes)),
      let recording = try? Recording(source), !recording.isTorn
    else { return file.close() }
    Recorder(recording, in: file).hide(secrets)
  }

  /// Records a note, which is not a line.
  package func note(_ text: String, in session: Session) {
    append(.init(wait: wait(until: session.now, session), content: .note(text)), session)
  }

  /// Adds a line that the program ran at the beginning of a session.
  package func begin(with text: String, in session: Session) {
    append(.init(wait: .zero, content: .line(.init(text: text))), session)
  }

  /// Returns `true` if time has passed since the end of the last item.
  package func hasTimePassed(in session: Session) -> Bool { wait(until: session.now, session) > .zero }

  private func wait(until instant: Instant, _ session: Session) -> Duration {
    max(.zero, instant - (ends[ObjectIdentifier(session)] ?? session.start))
  }

  private func append(_ item: Recording.Item, _ session: Session) {
    ends[ObjectIdentifier(session)] = session.now
    recording.items.append(item)
    write(Recording.text(of: item))
  }

  /// Counts from the present on, after the recorded items were replayed.
  package func resumeCounting(in session: Session) { ends[ObjectIdentifier(session)] = session.now }

  // MARK: Files

  /// Writes the recording to a new file, which must be permitted (`UserFileWriter`), and appends to it from now on.
  func keep(in path: String) throws(SystemError) {
    _ = try File.create(path, with: recording.text.utf8)
    let file = try Descriptor.open(path, O_WRONLY | O_APPEND)
    stop()
    (self.file, self.path, trouble, isTroubleReported) = (file, path, nil, false)
  }

  /// Ends the recording with the time since its last line.
  func end(in session: Session) {
    note("end", in: session)
    if let path { session.output.secrets.closedRecordings.insert(path) }
    stop()
  }

  /// Stops writing.
  package func stop() {
    file?.close()
    (file, path) = (nil, nil)
  }

  /// Deletes all items.
  package func restart() {
    (recording.items, ends) = ([], [:])
    rewrite()
  }

  /// Writes the file from its beginning.
  private func rewrite() {
    guard let file else { return }
    do throws(SystemError) {
      try file.truncate(to: 0)
      try file.writeAll(recording.text)
    } catch {
      trouble = "\(error)"
    }
  }

  /// Returns the reason why writing has stopped, once.
  package func consumeTrouble() -> String? {
    guard !isTroubleReported, let trouble else { return nil }
    isTroubleReported = true
    return trouble
  }

  private func write(_ text: String) {
    guard let file, trouble == nil else { return }
    do throws(SystemError) { try file.writeAll(text) } catch { trouble = "\(error)" }
  }
}
