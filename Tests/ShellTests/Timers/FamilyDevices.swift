import Foundation
import Testing
import Timeline

@testable import ShellCore

/// The devices of a family, whose folders are in one place and which share by `sync`.
final class FamilyDevices {
  let root = "/tmp/storyline-family-\(UInt64.random(in: 0 ... .max))"
  deinit { try? FileManager.default.removeItem(atPath: root) }

  var sync: String { "sync \"\(root)/shared\"" }

  /// Opens a device's folder, again or for the first time.
  func open(_ device: String) throws -> ScriptRun {
    var options = Session.Options()
    options.start = .practiceStart
    let run = ScriptRun(options)
    try run.session.openState("\(root)/\(device)")
    return run
  }
}
