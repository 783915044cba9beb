import StoryScript
import System
import Terminal
import Timeline

/// Takes down what is typed at a practice prompt, as it happens: whatever ends the program loses nothing of it.
final class Recorder {
  private(set) var recording: Recording
  /// The file to which it is appended; `nil` while nobody keeps it.
  private var file: Descriptor?
  private(set) var path: String?
  /// Why nothing more is written.
  private var trouble: String?
  private var isTroubleTold = false
  /// The end of what was taken down last, for each of the sessions that lie on each other.
  private var ends: [ObjectIdentifier: Instant] = [:]

  init(_ head: Recording.Head, leavingOut commands: Set<String> = []) {
    (recording, leavesOut) = (Recording(head: head), commands)
  }

  /// Goes on with what stands in a file already.
  init(_ recording: Recording, in file: Descriptor, leavingOut commands: Set<String> = []) {
    (self.recording, self.file, leavesOut) = (recording, file, commands)
  }

  deinit { file?.close() }

  var isKept: Bool { file != nil }

  /// Why no recording can be made here, and what to do; `nil` where it can.
  private(set) var hindrance: (why: String, instead: String)?
  /// Whether that is over once all begins anew.
  private var isHinderedUntilAnew = false

  /// From here on what was typed does not say all that was done.
  func hinder(_ why: String, _ instead: String, untilAnew: Bool = false) {
    if hindrance != nil { return }
    (hindrance, isHinderedUntilAnew) = ((why, instead), untilAnew)
  }

  /// All begins anew with a line that nobody typed: what hindered it only until then is gone, with what stood there.
  func goAnew(with text: String, in session: Session) {
    guard isHinderedUntilAnew else { return }
    (hindrance, isHinderedUntilAnew) = (nil, false)
    restart()
    begin(with: text, in: session)
  }

  /// Commands about the recording itself.
  private static let own: Set = ["record", "record end"]
  /// Commands with which a line is no part of what is taken down here.
  private let leavesOut: Set<String>

  /// Whether the session that is recorded is the one at the prompt, with none on top of it.
  var isAtHome: () -> Bool = { false }

  /// The words about a recording that is over.
  static func farewell(_ path: String) -> String {
    "\(path) is written; storyline render \(path) to walk.cast shows it"
  }

  // MARK: What happens

  /// Takes down a line that has run.
  func add(_ line: TypedLine, in session: Session) {
    if !line.commands.isEmpty, line.commands.isSubset(of: Self.own) { return }
    if !line.commands.isDisjoint(with: leavesOut) { return }
    // It ends the recording with its session, and would leave the one that lives it again.
    if line.isFine, line.commands == ["practice end"], isAtHome() { return }
    let vocabulary = session.catalog.schema.vocabulary
    var text = SecretText.masked(line.text, vocabulary)
    var isRead = line.isRead
    let hidesSecret = text != line.text
    if !hidesSecret, SecretLine.isSecret(line.text, vocabulary) { (text, isRead) = (SecretText.mask, false) }
    // What cannot be read may hold anything, and nobody runs it.
    if !isRead { text = sanitized(text, keepingLines: true) }
    let failure =
      isRead ? line.failure.map { hidesSecret ? SecretText.mask : SecretText.withoutTokens(sanitized($0)) } : nil
    append(
      .init(
        wait: wait(until: line.began, session),
        content: .line(
          .init(text: text, isRead: isRead, stopped: line.stopped, answers: line.answers, failure: failure))), session)
  }

  /// Takes down something that is no line.
  func note(_ text: String, in session: Session) {
    append(.init(wait: wait(until: session.now, session), content: .note(text)), session)
  }

  /// Adds a line that nobody typed, with which a session began.
  func begin(with text: String, in session: Session) {
    append(.init(wait: .zero, content: .line(.init(text: text))), session)
  }

  private func wait(until instant: Instant, _ session: Session) -> Duration {
    max(.zero, instant - (ends[ObjectIdentifier(session)] ?? session.start))
  }

  private func append(_ item: Recording.Item, _ session: Session) {
    ends[ObjectIdentifier(session)] = session.now
    recording.items.append(item)
    write(Recording.text(of: item))
  }

  /// Counts from the present on, where what stands there was lived again.
  func goOn(in session: Session) { ends[ObjectIdentifier(session)] = session.now }

  // MARK: Files

  /// Writes all that was taken down to a new file, which may be written (`FileDoor`), and from now on what comes.
  func keep(in path: String) throws(SystemError) {
    _ = try File.create(path, with: recording.text.utf8)
    let file = try Descriptor.open(path, O_WRONLY | O_APPEND)
    stop()
    (self.file, self.path, trouble, isTroubleTold) = (file, path, nil, false)
  }

  /// Ends the recording with the time that has passed since its last line.
  func end(in session: Session) {
    note("end", in: session)
    stop()
  }

  /// Writes nothing more.
  func stop() {
    file?.close()
    (file, path) = (nil, nil)
  }

  /// Forgets all of it.
  func restart() {
    (recording.items, ends) = ([], [:])
    guard let file else { return }
    do throws(SystemError) {
      try file.truncate(to: 0)
      try file.writeAll(recording.text)
    } catch {
      trouble = "\(error)"
    }
  }

  /// Why nothing more is written, said once.
  func takeTrouble() -> String? {
    guard !isTroubleTold, let trouble else { return nil }
    isTroubleTold = true
    return trouble
  }

  private func write(_ text: String) {
    guard let file, trouble == nil else { return }
    do throws(SystemError) { try file.writeAll(text) } catch { trouble = "\(error)" }
  }
}
