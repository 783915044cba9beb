import Testing

@testable import Journal

@Suite struct DeviceIDTests {
  @Test func namesAreSafeFileNames() {
    #expect(Journal.DeviceID("kitchen-2")?.name == "kitchen-2")
    for name in ["", "Kitchen", "a.b", "a/b", "..", "é", String(repeating: "a", count: 65)] {
      #expect(Journal.DeviceID(name) == nil)
    }
  }

  @Test func anyHostNameHasANearestName() {
    #expect(Journal.DeviceID(nearest: "Ana's Mac.local").name == "ana-s-mac-local")
    #expect(Journal.DeviceID(nearest: "").name == "device")
    #expect(Journal.DeviceID(nearest: String(repeating: "É", count: 100)).name.utf8.count == 64)
  }
}
