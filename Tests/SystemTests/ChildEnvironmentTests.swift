import Foundation
import Testing

@testable import System

/// The environment of other programs that this one starts.
@Suite struct ChildEnvironmentTests {
  /// Other programs decode strangers' pictures: they do not learn the user's password.
  @Test func thisProgramsVariablesStayWithIt() throws {
    setenv("STORYLINE_CHILD_TEST", "ossifrage", 1)
    setenv("OTHER_CHILD_TEST", "heron", 1)
    defer { for name in ["STORYLINE_CHILD_TEST", "OTHER_CHILD_TEST"] { unsetenv(name) } }
    let output = try ChildOutput(
      of: "/usr/bin/env", arguments: [], input: [], limit: 1 << 20, timeout: 60_000_000)
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(text.contains("OTHER_CHILD_TEST=heron\n") && text.contains("PATH="), "\(text)")
    #expect(!text.contains("STORYLINE_CHILD_TEST"), "\(text)")
  }
}
