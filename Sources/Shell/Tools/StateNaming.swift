import Journal
import StoryScript
import System
import Terminal

/// `storyline state name`: says which journal of a state folder is this device's, where its files do not.
public struct StateNaming {
  public let folder: String

  public init(_ folder: String) { self.folder = folder }

  /// The refusal of a folder that does not say which of its journals is this device's.
  static func refusal(of folder: String, _ names: [Journal.DeviceID]) -> Failure {
    .refused(
      "the state folder '\(folder)' does not say which of its journals is this device's: "
        + names.map(\.name).joined(separator: ", "), advice(folder))
  }

  /// The command that names the device.
  static func advice(_ folder: String) -> String { "storyline state name NAME \(ShellWord.quoted(folder))" }

  /// `true` if a folder does not say which of its journals is this device's.
  public static func isNeeded(in folder: String) -> Bool {
    guard case .undecided = DeviceTexts(in: folder).answer(Environment.machine) else { return false }
    return true
  }

  /// Names the device, and says so.
  /// - Returns: what is wrong and what to do; `nil` when the device has the name.
  public func run(_ name: String, output: Output) -> (message: String, advice: String)? {
    let path = FilePath.expanded(folder)
    guard (try? FileStatus(path))?.isFolder ?? false else {
      return ("there is no state folder '\(folder)'", "storyline state name NAME FOLDER")
    }
    let journals = DeviceTexts(in: path).journals
    let known = journals.map(\.name).joined(separator: ", ")
    guard let device = Journal.DeviceID(name) else {
      return (
        "'\(name)' is not a name: a device has lower-case letters, digits and -",
        known.isEmpty ? "storyline state name kitchen" : "one of: \(known)"
      )
    }
    // A slip would begin a new journal, and the old one would count as another device's.
    guard journals.isEmpty || journals.contains(device) else {
      return ("the state folder '\(folder)' has no journal of '\(name)'", "one of: \(known)")
    }
    do throws(Failure) { try StateOwner.check(path) } catch {
      if case .refused(let message, let suggestion) = error.problem {
        return (message, suggestion ?? "storyline state check \(ShellWord.quoted(path))")
      }
      return ("'\(folder)' cannot be used", "storyline state check \(ShellWord.quoted(path))")
    }
    do throws(SystemError) { try DeviceName.set(device, in: path) } catch {
      return (
        "the name cannot be written into '\(folder)': \(error)", "storyline state check \(ShellWord.quoted(path))"
      )
    }
    output.write("this device is \(sanitized(name)) in \(sanitized(folder))\n")
    return nil
  }
}
