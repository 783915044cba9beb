import JournalTesting
import Testing
import Timeline

@testable import Journal

/// A device's own state counts only if that device recorded it.
@Suite struct TrustTests {
  private let now = Instant.practiceStart + .hours(1)
  private let local: Set<String> = ["timer.state"]
  private let mallory = Journal.DeviceID("mallory")!

  private func opened(
    _ files: any FileSystem, _ folder: String = "state", device: Journal.DeviceID = kitchen,
    earlier: [Journal.DeviceID] = []
  ) throws -> Journal {
    try Journal.open(
      folder: folder, kind: .real, device: device, earlier: earlier, local: local, files: files)
  }

  private func state(_ number: Int, by name: String) -> Event {
    event(number, type: "timer.state", payload: ["by": .string(name)])
  }

  private func said(_ journal: Journal) throws -> [String] {
    try journal.saved().filter { $0.event.type == "timer.state" }.compactMap { $0.event.payload["by"]?.stringValue }
  }

  private func likes(_ journal: Journal) throws -> [String] { try journal.ids.filter { $0.hasPrefix("e/") } }

  private func line(_ event: Event, _ device: Journal.DeviceID, _ sequence: UInt32 = 9) -> [UInt8] {
    SavedEvent(event, origin: .init(device: device, sequence: sequence)).line
  }

  @Test func otherDevicesClaimsAboutThisDeviceDoNotCount() throws {
    let files = MemoryFileSystem()
    let journal = try opened(files)
    try journal.append([state(5, by: "kitchen"), event(6)])
    files["state/mallory.journal"] =
      Header(kind: .real, device: "mallory").line + line(state(7, by: "mallory"), mallory)
      + line(state(8, by: "forged"), kitchen)
      // The line has an id that this device has as well, at an earlier instant: on other devices it would be the line
      // that counts.
      + line(Event(id: id("e/5"), type: "timer.state", instant: .practiceStart, payload: ["by": "mallory"]), mallory)
    for journal in [journal, try opened(files)] {
      try journal.refresh()
      #expect(try said(journal) == ["kitchen"])
      #expect(try journal.ids.contains("e/6"))
    }
    // From other devices, every type is read except a device's own state.
    #expect(try open(files).saved().count == 5 - 1)
  }

  /// Others may write into this device's file in the shared folder, so its own state is never read from there, not
  /// even when a backup was restored and the file's other lines are read.
  @Test func linesReturnedByASharedFolderSayNothingAboutThisDevice() throws {
    let files = MemoryFileSystem()
    let journal = try opened(files)
    try journal.append([state(5, by: "kitchen")])
    try journal.exchange(with: "shared")
    files["shared/kitchen.journal"]! += line(state(7, by: "forged"), kitchen, 2) + line(event(8), kitchen, 3)
    files["state/kitchen.sent"] = nil
    try journal.exchange(with: "shared")
    for journal in [journal, try opened(files)] {
      #expect(try said(journal) == ["kitchen"])
      #expect(try journal.ids.contains("e/8"))
    }
    #expect(files["shared/kitchen.journal"] == files["state/kitchen.journal"])
  }

  @Test func anEarlierNameOfTheFolderIsThisDevice() throws {
    let files = MemoryFileSystem()
    try opened(files).append([state(5, by: "kitchen"), event(1)])
    let journal = try opened(files, device: phone, earlier: [kitchen])
    #expect(try said(journal) == ["kitchen"])
    #expect(try said(opened(files, device: phone)) == [])
    // The events stay the other device's: this device cannot void them.
    #expect(try !journal.void(id("e/1"), at: now))
    // No device can record state in another's name through the shared folder.
    try journal.exchange(with: "shared")
    files["shared/kitchen.journal"]! += line(state(7, by: "forged"), kitchen, 3)
    try journal.exchange(with: "shared")
    #expect(try said(journal) == ["kitchen"])
  }

  // MARK: Forgetting a device

  @Test func aForgottenDeviceDoesNotCountUntilItIsRemembered() throws {
    let files = MemoryFileSystem()
    var a = try open(files, folder: "a")
    let (b, c) = (
      try open(files, folder: "b", device: phone), try open(files, folder: "c", device: Journal.DeviceID("tablet")!)
    )
    try a.append([event(1)])
    try b.append([event(2)])
    try c.append([event(3)])
    for journal in [a, b, c, a] { try journal.exchange(with: "shared") }
    #expect(try likes(a) == ["e/1", "e/2", "e/3"])
    #expect(a.devices().map(\.name) == ["kitchen", "phone", "tablet"])
    #expect(a.devices().map(\.events) == [1, 1, 1])
    #expect(a.devices().map(\.lastSeen) == [1, 2, 3].map { event($0).instant })

    #expect(try a.forget("phone", at: now))
    #expect(try !a.forget("phone", at: now))
    #expect(try !a.forget("kitchen", at: now))
    #expect(try likes(a) == ["e/1", "e/3"])
    // Neither a copy of the device's file counts, nor a line in its name elsewhere.
    files["a/phone.sync-conflict.journal"] = files["b/phone.journal"]
    files["a/other.journal"] = Header(kind: .real, device: "other").line + line(event(9), phone)
    try a.refresh()
    #expect(try likes(a) == ["e/1", "e/3"])
    try b.append([event(4)])
    try b.exchange(with: "shared")
    let held = files["a/phone.journal"]
    try a.exchange(with: "shared")
    a = try open(files, folder: "a")
    try a.exchange(with: "shared")
    #expect(try likes(a) == ["e/1", "e/3"])
    #expect(files["a/phone.journal"] == held, "its file is not fetched")
    try a.exchange(with: "new")
    #expect(files["new/phone.journal"] == nil, "nor handed on")
    #expect(a.devices().filter(\.isForgotten).map(\.name) == ["phone"])
    // Only the device that forgets another one leaves it out; other devices do not.
    try c.exchange(with: "shared")
    #expect(try likes(c) == ["e/1", "e/2", "e/3", "e/4"], "no file speaks for another device")

    #expect(try a.remember("phone", at: now))
    #expect(try !a.remember("phone", at: now))
    files["a/other.journal"] = nil
    files["a/phone.sync-conflict.journal"] = nil
    try a.exchange(with: "shared")
    #expect(try likes(a) == ["e/1", "e/2", "e/3", "e/4"])
    #expect(try open(files, folder: "a").saved() == a.saved())
  }

  /// The device's other shell leaves the forgotten device out as well, at its next check.
  @Test func otherShellsForgetItToo() throws {
    let files = MemoryFileSystem()
    let (one, other) = (try open(files), try open(files))
    try open(files, device: phone).append([event(2)])
    try one.append([event(1)])
    _ = try other.news()
    #expect(try one.forget("phone", at: now))
    #expect(try other.news().needsFold)
    #expect(try likes(other) == ["e/1"])
    #expect(try other.remember("phone", at: now))
    #expect(try one.news().needsFold)
    #expect(try likes(one) == ["e/1", "e/2"])
  }

  /// A device cannot make others forget a third device.
  @Test func noDeviceForgetsOnBehalfOfAnother() throws {
    let files = MemoryFileSystem()
    let journal = try open(files)
    try open(files, device: phone).append([event(2)])
    for device in [mallory, kitchen] {
      files["state/mallory.journal"] =
        Header(kind: .real, device: "mallory").line
        + line(Event("phone", isForgotten: true, by: .init(device: device, sequence: 1), at: now), device)
      try journal.refresh()
      #expect(try likes(journal) == ["e/2"])
      #expect(try likes(open(files)) == ["e/2"])
    }
  }

  // MARK: Changes by other devices

  @Test func anExchangeReportsNewAndRetractedEvents() throws {
    let files = MemoryFileSystem()
    let (a, b) = (try open(files, folder: "a"), try open(files, folder: "b", device: phone))
    try b.append([event(1), event(2), event(3, type: "timer.saved"), event(4, type: "timer.saved")])
    try b.exchange(with: "shared")
    let first = try a.exchange(with: "shared")
    #expect(first.arrived.map(\.type) == ["story.liked", "timer.saved"] && first.arrived.map(\.count) == [2, 2])
    #expect(first.arrived.allSatisfy { $0.device == "phone" } && first.retracted.isEmpty)
    try a.append([event(2)])
    try b.append([event(5)])
    try b.void([id("e/2"), id("e/3"), id("e/4"), id("e/5")], at: now)
    try b.exchange(with: "shared")
    let second = try a.exchange(with: "shared")
    // e/2 still counts, since this device recorded it too, and no one here has seen e/5.
    #expect(second.retracted == [.init(device: "phone", type: "timer.saved", count: 2)])
    #expect(second.arrived.isEmpty)
    #expect(a.devices().map(\.retracted) == [0, 4])
    #expect(try a.exchange(with: "shared") == .init())
  }
}
