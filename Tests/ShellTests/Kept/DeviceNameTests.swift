import Foundation
import Journal
import System
import Testing

@testable import Shell

/// A state folder's name is its own, and it stays.
@Suite final class DeviceNameTests {
  private let scratch = "/tmp/storyline-device-\(UInt64.random(in: 0 ... .max))"

  deinit { try? FileManager.default.removeItem(atPath: scratch) }

  /// Also where the folders above it are not there yet, as at the first start on a new machine.
  @Test func theNameIsWrittenAtTheFirstStart() throws {
    let folder = scratch + "/home/.local/share/storyline"
    let first = DeviceName(in: folder, machine: "a1")
    #expect(try String(contentsOfFile: folder + "/device", encoding: .utf8) == "\(first.device.name)\na1\n")
    #expect(DeviceName(in: folder, machine: "a1").device == first.device)
    // The same folder by another path, and moved.
    try FileManager.default.createSymbolicLink(atPath: scratch + "/link", withDestinationPath: scratch + "/home")
    #expect(DeviceName(in: scratch + "/link/.local/share/storyline", machine: "a1").device == first.device)
    try FileManager.default.moveItem(atPath: folder, toPath: scratch + "/moved")
    #expect(DeviceName(in: scratch + "/moved", machine: "a1").device == first.device)
    #expect(first.copiedFrom == nil)
  }

  @Test func noTwoFoldersHaveOneName() {
    let names = (0..<50).map { DeviceName(in: "\(scratch)/\($0)", machine: "a1").device.name }
    #expect(Set(names).count == 50)
    #expect(names.allSatisfy { $0.count >= 14 })
  }

  @Test func programsThatStartTogetherAgree() {
    let found = Found()
    let scratch = scratch
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      found.add(DeviceName(in: scratch, machine: "a1").device.name)
    }
    #expect(found.names.count == 1)
  }

  private final class Found: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var names: Set<String> = []
    func add(_ name: String) { lock.withLock { _ = names.insert(name) } }
  }

  @Test func aCopyOnAnotherMachineTakesANameOfItsOwn() {
    let original = DeviceName(in: scratch, machine: "a1").device
    let copy = DeviceName(in: scratch, machine: "b2")
    #expect(copy.device != original && copy.copiedFrom == original)
    let again = DeviceName(in: scratch, machine: "b2")
    #expect(again.device == copy.device && again.copiedFrom == nil)
    // Where a machine cannot be told from others nothing is concluded.
    #expect(DeviceName(in: scratch, machine: "").device == copy.device)
  }

  /// From before the machine was written down.
  @Test func anOlderFolderKeepsItsName() throws {
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    try "kitchen-abcd\n".write(toFile: scratch + "/device", atomically: false, encoding: .utf8)
    let name = DeviceName(in: scratch, machine: "a1")
    #expect(name.device.name == "kitchen-abcd" && name.copiedFrom == nil)
    #expect(DeviceName(in: scratch, machine: "b2").device.name != "kitchen-abcd", "now it is known where it was")
  }

  /// A loss of power, a pipe in its place.
  @Test func whatIsNoNameIsReplacedOrPassedOver() throws {
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    for text in ["", "\n", "Kitchen Table!\n", String(repeating: "x", count: 5_000)] {
      try text.write(toFile: scratch + "/device", atomically: false, encoding: .utf8)
      let name = DeviceName(in: scratch, machine: "a1")
      #expect(DeviceName(in: scratch, machine: "a1").device == name.device)
      try FileManager.default.removeItem(atPath: scratch + "/device")
    }
    #expect(mkfifo(scratch + "/device", 0o600) == 0)
    #expect(DeviceName(in: scratch, machine: "a1").device.name.isEmpty == false)
  }
}
