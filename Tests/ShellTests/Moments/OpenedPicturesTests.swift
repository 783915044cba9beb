#if os(Linux)
  import Foundation
  import Testing

  @testable import Shell

  /// A picture that the screen does not show, now or with the next two keys, is not read: the system reports which files of the library the real
  /// program opens.
  @Suite struct OpenedPicturesTests {
    private let library = Scratch.folder().path

    /// The names of the files in a folder that any process has opened since this object was created.
    private final class OpenedFiles {
      private let descriptor: Int32
      private var names: Set<String> = []

      init(_ folder: String) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK))
        try #require(descriptor >= 0 && inotify_add_watch(descriptor, folder, UInt32(IN_OPEN)) >= 0)
      }

      deinit { close(descriptor) }

      func all() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let head = MemoryLayout<inotify_event>.size
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
          var start = 0
          while start + head <= count {
            // The last four bytes of the head hold the length of the name, which follows it, padded with zeros.
            let length = buffer[(start + head - 4)..<(start + head)].reversed().reduce(0) { $0 << 8 | Int($1) }
            let name = buffer[(start + head)..<(start + head + length)].prefix { $0 != 0 }
            if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
            start += head + length
          }
        }
        return names.sorted()
      }
    }

    @Test func onlyWhatIsShownIsOpened() throws {
      defer { try? FileManager.default.removeItem(atPath: library) }
      let photos = Package.root.path + "/Examples/Photos/2025-10-02"
      for name in try FileManager.default.contentsOfDirectory(atPath: photos) {
        try FileManager.default.copyItem(atPath: "\(photos)/\(name)", toPath: "\(library)/\(name)")
      }
      let terminal = try PseudoTerminal.prompt(["--practice"], rows: 30)
      terminal.enter("let a = cluster \"\(library)\" fixed 3h")
      terminal.expect("clustered") { screen in
        screen.lines.contains { $0.contains("✓ 13 photos") } && screen.lines.last == "›"
      }
      let opened = try OpenedFiles(library)
      terminal.enter("map")
      terminal.expect("a map") { $0.lines.count > 6 && $0.lines.last == "›" }
      #expect(opened.all() == [], "a map shows no picture")
      terminal.enter("review")
      terminal.expect("the first") { screen in
        screen.lines.contains { $0.contains("IMG_0001.jpg") } && screen.lines.contains { $0.contains("▀") }
          && screen.lines.last == "›"
      }
      #expect(opened.all() == ["IMG_0001.jpg"])
      terminal.enter("watch")
      func shows(_ name: String) {
        terminal.expect(name) { screen in
          // The prompt shows the first photo as well; a key that is sent there is not for the full screen.
          screen.isOtherScreen && screen.lines.contains { $0.contains(name) }
            && screen.lines.contains { $0.contains("▀▀▀▀") }
        }
      }
      shows("IMG_0001.jpg")
      for number in 2...3 {
        terminal.send("\u{1B}[C")
        shows("IMG_000\(number).jpg")
      }
      terminal.send("q")
      terminal.expect("the prompt") { !$0.isOtherScreen && $0.lines.last == "›" }
      // The next two photos of the review are prepared while one is shown, and no others.
      let shown: Set = ["IMG_0001.jpg", "IMG_0002.jpg", "IMG_0003.jpg"]
      let all = opened.all()
      #expect(shown.isSubset(of: all) && all.count <= shown.count + 2, "\(all)")
    }
  }
#endif
