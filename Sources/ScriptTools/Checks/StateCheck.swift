import Journal
import SessionState
import ShellCore
import StoryScript
import System
import TerminalText

/// `storyline state check`: reports the problems of a state folder and their remedies. It changes nothing.
public struct StateCheck {
  public let folder: String

  public init(_ folder: String) { self.folder = folder }

  /// Inspects the folder and writes its problems.
  /// - Returns: the exit code: 0 for a sound folder, 1 for a folder with problems, 2 if there is no such folder.
  public func run(output: Output) -> Int32 {
    let path = FilePath.expanded(folder)
    guard let status = try? FileStatus(path) else {
      DiagnosticRenderer.writeToStandardError(
        "error: there is no state folder '\(sanitized(folder))'\n  try: storyline state check FOLDER\n")
      return ExitCode.usage
    }
    guard status.isFolder else {
      DiagnosticRenderer.writeToStandardError("error: '\(sanitized(folder))' is not a folder\n")
      return ExitCode.usage
    }
    // Another program that is writing now would look like damage. A missing lock file is not created.
    let lock = try? File.openLocked(path + "/journal.lock", O_RDONLY | O_NOFOLLOW, timeout: 2_000)
    defer { lock?.close() }
    let own = DeviceName.known(in: path)
    let inspection: Journal.Inspection
    do throws(Journal.Failure) {
      inspection = try Journal.inspect(path, own: own)
    } catch {
      DiagnosticRenderer.writeToStandardError("error: \(sanitized(error.description))\n")
      return ExitCode.failure
    }
    let problems = folderProblems(path, status) + deviceProblems(path) + inspection.problems
    for problem in problems { output.write(text(of: problem)) }
    let journals = TimeText.count(inspection.journals, "journal")
    let events = TimeText.count(inspection.events, "event")
    output.write(
      problems.isEmpty
        ? "no problems in \(sanitized(folder)): \(journals), \(events)\n"
        : "\(TimeText.count(problems.count, "problem")) in \(sanitized(folder)): \(journals), \(events)\n")
    do { try output.flush() } catch { return output.isClosed ? ExitCode.closed : ExitCode.failure }
    return problems.isEmpty ? ExitCode.success : ExitCode.failure
  }

  private func text(of problem: Journal.Inspection.Problem) -> String {
    let place = problem.file.map { "\($0)\(problem.line.map { ":\($0)" } ?? "")" } ?? folder
    return "\(sanitized(place)) \(sanitized(problem.text))\n  \(sanitized(problem.remedy))\n"
  }

  // MARK: Permissions

  /// Returns the problems with owners and permissions of the folder and its files.
  private func folderProblems(_ path: String, _ status: FileStatus) -> [Journal.Inspection.Problem] {
    var problems: [Journal.Inspection.Problem] = []
    let user = geteuid()
    if status.owner != user, user != 0 {
      problems.append(
        .init(
          file: nil, "belongs to another user (\(status.owner))", remedy: "choose a folder of your own with --state"))
    }
    if status.permissions & 0o022 != 0 {
      problems.append(.init(file: nil, "can be changed by other users", remedy: "chmod go-w \(quoted(path))"))
    }
    if !Folder.isWritable(path) {
      problems.append(
        .init(
          file: nil, "cannot be written to: nothing can be saved",
          remedy: "chmod u+w \(quoted(path)), or remount the disk"))
    }
    // Users who cannot reach a file cannot read it.
    let isReachable = status.permissions & 0o011 != 0
    for name in ((try? Folder.names(in: path)) ?? []).sorted() {
      let file = path + "/" + name
      guard let entry = try? FileStatus(file, followsLinks: false) else { continue }
      if entry.kind == .link {
        // Links in the place of journals and of the device's second name are named below.
        if Self.isOwn(name) {
          problems.append(
            .init(
              file: name, "is a link, and links are not followed here",
              remedy: "replace the link with a copy of the file that it points to, or delete the link"))
        }
        continue
      }
      if entry.owner != status.owner {
        problems.append(
          .init(
            file: name, "belongs to another user (\(entry.owner)), not to the owner of the folder",
            remedy: "chown \(status.owner) \(quoted(file))"))
      }
      if isReachable, entry.permissions & 0o022 != 0 {
        problems.append(.init(file: name, "can be changed by other users", remedy: "chmod go-w \(quoted(file))"))
      } else if isReachable, entry.isFile, entry.permissions & 0o044 != 0 {
        problems.append(.init(file: name, "can be read by other users", remedy: "chmod go= \(quoted(file))"))
      }
    }
    return problems
  }

  /// `true` if the program itself writes a file of this name beside the journals.
  private static func isOwn(_ name: String) -> Bool {
    ["device", "numbers", "pin", "accounts", ClockRecordFile.name, "journal.lock"].contains(name)
      || [".sent", ".place", ".secret"].contains { name.hasSuffix($0) }
  }

  private func quoted(_ path: String) -> String { ShellWord.quoted(path) }

  // MARK: The device

  private func deviceProblems(_ path: String) -> [Journal.Inspection.Problem] {
    let file = DeviceName.file
    let texts = DeviceTexts(in: path)
    var problems: [Journal.Inspection.Problem] = []
    let isElse = !(texts.status?.isFile ?? true)
    switch texts.answer(Environment.machine) {
    case .none:
      guard isElse, let flaw = texts.flaw else { break }
      problems.append(.init(file: file, flaw, remedy: "move it to another folder"))
    case .undecided(let names):
      let all = StateNaming.list(names)
      problems.append(
        .init(
          file: file, "\(texts.flaw ?? "is damaged"), and it is unclear which journal belongs to this device: \(all)",
          remedy: StateNaming.advice(path)))
    case .known(let known, let finding):
      if let flaw = texts.flaw ?? (finding == nil ? nil : "names another device") {
        problems.append(
          .init(
            file: file, "\(flaw); this device is \(known.device)",
            remedy: isElse
              ? "move it to another folder, and start Storyline: it rewrites the file"
              : "start Storyline: it rewrites the file"))
      }
      if let flaw = texts.flawOfCopy(known) {
        problems.append(.init(file: DeviceName.copy, flaw, remedy: "start Storyline: it rewrites the file"))
      }
    }
    return problems
  }
}
