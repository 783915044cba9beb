import Journal
import SessionState
import StoryScript
import System
import TerminalText

/// `storyline state name`: sets which journal of a state folder is this device's, if its files do not identify it.
public struct StateNaming {
  public let folder: String

  public init(_ folder: String) { self.folder = folder }

  /// Returns the refusal of a folder that does not identify this device's journal.
  static func refusal(of folder: String, _ names: [Journal.DeviceID]) -> Failure {
    .refused(
      "the state folder '\(folder)' does not show which journal belongs to this device: "
        + list(names), advice(folder))
  }

  /// Lists names; of thousands only the first ones.
  package static func list(_ names: [Journal.DeviceID]) -> String {
    let more = names.count - listLimit
    let first = names.prefix(listLimit).map { $0.name }.joined(separator: ", ")
    return more > 0 ? "\(first) and \(TimeText.grouped(more)) more" : first
  }

  private static let listLimit = 20

  /// Returns the command that names the device.
  package static func advice(_ folder: String) -> String {
    "try: storyline state name NAME \(ShellWord.quoted(folder))"
  }

  /// Returns whether a folder does not identify this device's journal.
  public static func isNeeded(in folder: String) -> Bool {
    guard case .undecided = DeviceTexts(in: folder).answer(Environment.machine) else { return false }
    return true
  }

  /// Names the device, and reports that.
  /// - Returns: an error and advice; `nil` on success.
  public func run(_ name: String, _ catalog: CommandCatalog, output: Output) -> (message: String, advice: String)? {
    let path = FilePath.expanded(folder)
    guard (try? FileStatus(path))?.isFolder ?? false else {
      return ("there is no state folder '\(folder)'", "try: storyline state name NAME FOLDER")
    }
    if let library = catalog.services.libraries.protection(of: path, nil).library {
      return (
        "'\(folder)' is in '\(library)', whose photos were read: Storyline never writes there", "move it elsewhere"
      )
    }
    let texts = DeviceTexts(in: path)
    // In another folder, files of these names are the user's own.
    guard texts.isState else {
      return (
        "'\(folder)' is not a state folder: it has no Storyline journal",
        "to create one there, try: storyline --state \(ShellWord.quoted(path))"
      )
    }
    let journals = texts.journals
    let known = Self.list(journals)
    guard let device = Journal.DeviceID(name) else {
      return (
        "'\(name)' is not a device name: use lower-case letters, digits and -",
        known.isEmpty ? "try: storyline state name kitchen" : "choose one of: \(known)"
      )
    }
    // A typo would begin a new journal, and the old one would count as another device's.
    guard journals.isEmpty || journals.contains(device) else {
      return ("the state folder '\(folder)' has no journal for '\(name)'", "choose one of: \(known)")
    }
    // The next start would see it as another device's name again.
    if let owner = texts.owner(insteadOf: device) {
      return (
        "'\(device)' is another device: this folder belongs to \(owner), which has synced from here",
        "to use it as \(device) anyway, move \(owner).place and \(owner).sent out of the folder first"
      )
    }
    do throws(Failure) { try StateOwner.check(path) } catch {
      if case .refused(let message, let suggestion) = error.problem {
        return (message, suggestion ?? "try: storyline state check \(ShellWord.quoted(path))")
      }
      return ("'\(folder)' cannot be used", "try: storyline state check \(ShellWord.quoted(path))")
    }
    do throws(SystemError) {
      for note in try DeviceName.set(device, in: path) { output.write(sanitized(note) + "\n") }
    } catch {
      return (
        "the name cannot be written to '\(folder)': \(error)", "try: storyline state check \(ShellWord.quoted(path))"
      )
    }
    output.write("this device is \(sanitized(name)) in \(sanitized(folder))\n")
    return nil
  }
}
