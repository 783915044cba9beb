import System

extension Journal {
  /// The reason why a journal operation failed.
  ///
  /// After a failed `append` the events are in `pending` and the next append tries them again.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The disk is full, or the user's quota is used up.
    case diskFull(FileError)
    /// The disk or folder is read-only.
    case readOnly(FileError)
    /// The user may not read or write here.
    case denied(FileError)
    /// Another program has held the lock for too long.
    case busy(FileError)
    /// Any other error from the system, such as a failing disk.
    case broken(FileError)
    /// The file, or the whole folder, is for sessions of the other kind.
    case otherKind(path: String, recorded: Kind, wanted: Kind)
    /// The folder to exchange with is this state folder itself.
    case ownFolder(path: String)
    /// The file was written by a later version of this program.
    case newerFormat(path: String, version: Int)
    /// The file has a version that no released program wrote.
    case unknownFormat(path: String, version: Int)
    /// The file is not a journal.
    case notAJournal(path: String)
    /// A file that others may write is skipped because of its content or form.
    case refused(path: String, Refusal)
    /// The event cannot be saved as it is; no event of its group was saved.
    case invalidEvent(Event.ID, reason: String)
    /// The event to void or restore does not exist.
    case noSuchEvent(Event.ID)

    /// `true` if a file is left out because of its content; it stays left out until it changes.
    public var isLasting: Bool {
      switch self {
      case .otherKind, .newerFormat, .unknownFormat, .notAJournal, .refused: true
      case .broken(let error): if case .notAFile = error.cause { true } else { false }
      default: false
      }
    }

    init(_ error: FileError) {
      switch error.code {
      case ENOSPC, EDQUOT, EFBIG: self = .diskFull(error)
      case EROFS: self = .readOnly(error)
      case EACCES, EPERM, EBADF: self = .denied(error)
      case EWOULDBLOCK: self = .busy(error)
      default: self = .broken(error)
      }
    }

    /// Runs `body` and converts its file error to a `Failure`.
    static func wrapping<T>(_ body: () throws(FileError) -> T) throws(Failure) -> T {
      do { return try body() } catch { throw Failure(error) }
    }

    /// Evaluates one expression and converts its file error to a `Failure`.
    static func of<T>(_ value: @autoclosure () throws(FileError) -> T) throws(Failure) -> T { try wrapping(value) }

    public var description: String {
      switch self {
      case .diskFull(let error): "the disk is full: \(error)"
      case .readOnly(let error): "the disk is read-only: \(error)"
      case .denied(let error): "no permission: \(error)"
      case .busy(let error): "\(error)"
      case .broken(let error): "\(error)"
      case .ownFolder(let path): "\(path) is this device's own state folder"
      case .otherKind(let path, let recorded, let wanted):
        "\(path) belongs to \(recorded.rawValue) sessions, but this is a \(wanted.rawValue) session"
      case .newerFormat(let path, let version):
        "\(path) has format \(version), written by a newer version of this program (this version knows \(Format.version))"
      case .unknownFormat(let path, let version): "\(path) has the unknown format \(version)"
      case .notAJournal(let path): "\(path) is not a journal"
      case .refused(let path, let refusal): "\(path) \(refusal)"
      case .invalidEvent(let id, let reason): "event \(id) cannot be saved: \(reason)"
      case .noSuchEvent(let id): "there is no event \(id)"
      }
    }
  }

  /// The reason why a file that others may write is not read.
  public enum Refusal: Hashable, Sendable, CustomStringConvertible {
    /// The file has hard links: changing it would change another file too.
    case severalNames(Int)
    case tooLarge(bytes: Int64, limit: Int64)
    /// The file is sparse: it takes hardly any disk space and is full of zeros.
    case hollow
    case tooManyLines(limit: Int)
    /// With this file, other devices' files would be larger than the limit.
    case tooMuch(limit: Int64)
    case noRoom(bytes: Int64, free: Int64)
    /// Some disks do not distinguish the file from another one with nearly the same name.
    case nameLike(String)
    /// The file's first line names a different device than the copy in the state folder does.
    case otherDevice(said: String, known: String)

    public var description: String {
      switch self {
      case .severalNames(let count): "has \(count) hard links; only files with a single name are read here"
      case .tooLarge(let bytes, let limit): "is too large: \(Self.size(bytes)) (the limit is \(Self.size(limit)))"
      case .hollow: "is a sparse file, mostly zeros"
      case .tooManyLines(let limit): "exceeds the limit of \(limit) lines"
      case .tooMuch(let limit):
        "would exceed the limit of \(Self.size(limit)) for the files of all other devices"
      case .noRoom(let bytes, let free):
        "may need \(Self.size(bytes)), but only half of the \(Self.size(free)) of free space may be used"
      case .nameLike(let other):
        "has nearly the same name as \(other), and some disks cannot tell the two apart: remove it from the shared "
          + "folder"
      case .otherDevice(let said, let known):
        "claims to be from \(said), but was from \(known) before: remove it from the shared folder; events already "
          + "copied are kept"
      }
    }

    /// Returns a byte count for people, such as `1.5 GiB`.
    private static func size(_ bytes: Int64) -> String {
      let units: [(Int64, String)] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "kiB")]
      guard let (unit, name) = units.first(where: { bytes >= $0.0 }) else { return "\(bytes) bytes" }
      let tenths = (bytes / unit * 10) + (bytes % unit) * 10 / unit
      return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
  }

  /// A finding in the files that the user should know; the journal opened nevertheless.
  public enum Notice: Hashable, Sendable, CustomStringConvertible {
    /// A last line that a crash cut off; its bytes are in `keptIn`.
    case torn(file: String, bytes: Int64, keptIn: String)
    /// A line that differs from what was written; it does not count. Line numbers start at 1, the header.
    case damaged(file: String, line: Int, offset: Int64)
    /// A line that differs from what was written but contains whole events; they count.
    case damagedInPart(file: String, line: Int, events: Int)
    /// A last line without its line end that contains whole events; they count.
    case unended(file: String, line: Int)
    /// A line of this device's file that occurs twice; it counts once.
    case repeated(file: String, line: Int)
    /// A line of this device's file in the wrong place; it counts.
    case misplaced(file: String, line: Int)
    /// Damaged lines of this device's file were moved to `keptIn`, so that they are not reported again.
    case movedAside(file: String, lines: Int, keptIn: String)
    /// The first line differs from the header that was written; the events were read.
    case damagedHeader(file: String)
    /// Another device's file that was left out.
    case skipped(file: String, Failure)
    /// Lines of a file in the shared folder that differ from what was written; they were not copied.
    case notCopied(file: String, lines: Int, first: Int)
    /// Lines in this device's name that it does not have, although its folder was not restored from a backup.
    case notOurs(file: String, lines: Int, keptIn: String?, mark: String)
    /// Lines of this device that its state folder lacked, although it seemed to be the folder of the last exchange.
    case cameBack(file: String, lines: Int)
    /// Lines in this device's name that its state folder lacked, as after a restored backup, and that it cannot prove
    /// to have written; they were copied.
    case unproven(file: String, lines: Int)
    /// Lines in this device's name that it cannot prove to have written, and that are dated far ahead; they were not
    /// copied.
    case ownAhead(file: String, lines: Int, keptIn: String?)
    /// Lines that name a different device than the file does; they were not copied.
    case othersLines(file: String, lines: Int, device: String)
    /// Lines that take back events that this device saved under its earlier name; they were not copied.
    case pastTakenBack(file: String, lines: Int)
    /// Lines of another device whose content differs from what was copied from that device before.
    case rewritten(file: String, lines: Int)
    /// A copy of another device's file that had the lines of yet another one; it was moved to `keptIn`.
    case wrongCopy(file: String, said: String, keptIn: String)
    /// Some files of a folder were left out because there are too many.
    case tooManyFiles(folder: String, count: Int, limit: Int)
    /// Lines end in CR LF, as some programs convert text; all of them were read.
    case lineEnds(file: String, isCorrected: Bool)
    /// This device's file was a link, or had a second name elsewhere; it is now a separate file.
    case unlinked(file: String)
    /// Nothing can be saved at present; events wait in memory.
    case cannotSave(Failure)
    /// Numbers were given out twice: this device was restored from a backup and now counts as a new incarnation.
    case restoredFromBackup(device: DeviceID, run: UInt32)
    /// Another program removed or replaced the file while it was open; the file was read again.
    case replaced(file: String)

    public var description: String {
      switch self {
      case .torn(let file, let bytes, let keptIn):
        "\(file) ended in an unfinished line of \(bytes == 1 ? "1 byte" : "\(bytes) bytes"); it was moved to \(keptIn)"
      case .damaged(let file, let line, _): "\(file):\(line) is damaged and was left out"
      case .movedAside(let file, let lines, let keptIn):
        "\(file): \(lines == 1 ? "the damaged line was" : "\(lines) damaged lines were") moved to \(keptIn)"
      case .damagedInPart(let file, let line, let events):
        "\(file):\(line) is damaged; \(events == 1 ? "a complete event in it was" : "\(events) complete events in it were") read"
      case .unended(let file, let line): "\(file):\(line) had no line ending; the line was read"
      case .repeated(let file, let line): "\(file):\(line) repeats an earlier line; the line was used only once"
      case .misplaced(let file, let line): "\(file):\(line) is out of order; the line was read anyway"
      case .damagedHeader(let file): "\(file):1 is not the original header; the events were read"
      case .skipped(let file, let failure): "\(file) was left out: \(failure)"
      case .notCopied(let file, let lines, let first):
        lines == 1
          ? "\(file):\(first) is damaged and was not copied"
          : "\(file): \(lines) damaged lines were not copied; the first is line \(first)"
      case .notOurs(let file, let lines, let keptIn, let mark):
        "\(file) has \(lines == 1 ? "a line" : "\(lines) lines") in this device's name that this device did not write: "
          + (lines == 1 ? "it was left out" : "they were left out") + (keptIn.map { " and saved in \($0)" } ?? "")
          + ". If you restored an older copy of the state folder, remove \(mark)"
          + (keptIn == nil ? " and sync again" : ", rename the file back and sync again")
      case .cameBack(let file, let lines):
        "\(file) has \(lines == 1 ? "a line" : "\(lines) lines") from this device that its state folder had lost: "
          + (lines == 1 ? "the line was restored. " : "the lines were restored. ")
          + "If you did not restore an older copy of the state folder, another machine is using a copy of it: "
          + "use the folder on only one machine"
      case .unproven(let file, let lines):
        "\(file) has \(lines == 1 ? "a line" : "\(lines) lines") in this device's name that its state folder lacked: "
          + (lines == 1 ? "the line was restored. " : "the lines were restored. ")
          + "If you did not restore an older copy of the state folder, someone else wrote \(lines == 1 ? "it" : "them")"
      case .ownAhead(let file, let lines, let keptIn):
        "\(file) has \(lines == 1 ? "a line" : "\(lines) lines") in this device's name, dated more than a day ahead: "
          + (lines == 1 ? "it was left out" : "they were left out") + (keptIn.map { " and saved in \($0)" } ?? "")
      case .othersLines(let file, let lines, let device):
        "\(file): \(lines == 1 ? "a line was" : "\(lines) lines were") left out, "
          + "because \(lines == 1 ? "it names" : "they name") a device other than \(device)"
      case .pastTakenBack(let file, let lines):
        "\(file) undoes \(lines == 1 ? "an event" : "\(lines) events") that this device saved under its earlier name: "
          + (lines == 1 ? "the event is kept" : "the events are kept")
      case .rewritten(let file, let lines):
        "\(file) contradicts \(lines == 1 ? "one earlier event" : "\(lines) earlier events"); if its device was not restored "
          + "from a backup, someone else changed the file"
      case .wrongCopy(let file, let said, let keptIn):
        "\(file) was from \(said), not from the device that the file is named after: it was moved to \(keptIn), and the device's own file "
          + "was copied"
      case .tooManyFiles(let folder, let count, let limit):
        "\(folder) has \(count) journals; the limit is \(limit), so the others were left out"
      case .lineEnds(let file, let isCorrected):
        "\(file) has CR LF line endings from another program; every line was read"
          + (isCorrected ? ", and the file was rewritten with LF" : "")
      case .unlinked(let file): "\(file) was a link to another file; it is now a separate file"
      case .cannotSave(let failure): "nothing can be saved at the moment: \(failure)"
      case .restoredFromBackup(let device, let run): "\(device) was restored from a backup; it continues as run \(run)"
      case .replaced(let file): "another program replaced \(file), so the file was read again"
      }
    }
  }
}
