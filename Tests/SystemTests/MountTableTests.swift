import Testing

@testable import System

@Suite struct MountTableTests {
  private static let table = MountTable(
    Array(
      """
      21 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
      30 21 8:2 / /photos rw - ext4 /dev/sdb1 rw
      31 21 8:2 /2024 /home/mia/my\\040pictures rw shared:1 - ext4 /dev/sdb1 rw
      32 21 8:1 /srv/a /mnt rw - ext4 /dev/sda1 rw
      33 21 8:3 / /mnt rw - tmpfs none rw
      nonsense
      34 21
      """.utf8))

  @Test(arguments: [
    ("/home/x", "8:1", "/home/x"), ("/", "8:1", "/"), ("/photos", "8:2", "/"),
    ("/photos/2024/a.jpg", "8:2", "/2024/a.jpg"),
    ("/home/mia/my pictures", "8:2", "/2024"), ("/home/mia/my pictures/a", "8:2", "/2024/a"),
    ("/home/mia/my picturesque", "8:1", "/home/mia/my picturesque"), ("/mnt/x", "8:3", "/x"), ("/mntx", "8:1", "/mntx"),
  ])
  func aPathHasItsPlace(_ path: String, _ device: String, _ place: String) {
    #expect(Self.table.place(of: path) == .init(device: device, path: place))
  }

  @Test func twoWaysLeadToOnePlace() throws {
    let library = try #require(Self.table.place(of: "/photos/2024"))
    #expect(Self.table.place(of: "/home/mia/my pictures/new/x")?.isInside(library) == true)
    #expect(Self.table.place(of: "/photos/2025")?.isInside(library) == false)
    #expect(MountTable([]).place(of: "/x") == nil && MountTable().place(of: "/proc") != nil)
  }
}
