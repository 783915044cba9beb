import Foundation
import Testing

@testable import System

/// Inside the sandbox no code can open a file or start a program.
@Suite struct ThreadSandboxTests {
  @Test func noPathLeadsAnywhere() throws {
    let scratch = Scratch()
    let folder = scratch.path
    do {
      let path = folder + "/there"
      try File.create(path, with: "x".utf8)
      ThreadSandbox.closed {
        #expect(!File.exists(path) && !File.isReadable(path) && !File.isExecutable("/bin/sh"))
        #expect((try? FileStatus(path)) == nil && (try? FilePath.resolved(path)) == nil)
        #expect((try? File.read(path, atMost: 10)) == nil && (try? Folder.names(in: folder)) == nil)
        #expect((try? Descriptor.open("/dev/null", O_RDONLY)) == nil && !Folder.isReadable("/"))
        #expect((try? File.create(folder + "/new", with: "x".utf8)) == nil)
        #expect((try? File.replace(path, with: "y".utf8)) == nil && (try? Folder.make(folder + "/a/b")) == nil)
        #expect((try? File.rename(path, to: folder + "/other")) == nil)
        try? File.remove(path)
        #expect((try? ChildProcess("/bin/sh", arguments: ["-c", "true"])) == nil)
        #expect(TextEditor.edit("x", ending: ".txt") == nil)
      }
      #expect(try File.read(path, atMost: 10) == Array("x".utf8) && (try Folder.names(in: folder)) == ["there"])
    }
  }

  @Test func itHoldsForThreadsThatBeginInside() {
    nonisolated(unsafe) var seen: [Bool] = []
    let lock = Lock()
    ThreadSandbox.closed {
      SystemThread.each(of: 8) { _ in
        let isThere = File.exists("/")
        lock.holding { seen.append(isThere) }
      }
    }
    #expect(seen == Array(repeating: false, count: 8))
    #expect(File.exists("/"))
  }

  /// The program can open its own files; afterwards the sandbox is closed again, also after an error.
  @Test func itOpensForTheProgramItself() throws {
    ThreadSandbox.closed {
      #expect(ThreadSandbox.opened { File.exists("/") } && !File.exists("/"))
      #expect(throws: SystemError.self) { try ThreadSandbox.opened { () throws(SystemError) in throw .number(EIO) } }
      #expect(!File.exists("/"))
      #expect(ZoneDatabase.file("Europe/Lisbon") != nil)
      ThreadSandbox.closed {}
      #expect(!File.exists("/"), "a room inside the room ends without opening it")
    }
    #expect(throws: SystemError.self) { try ThreadSandbox.closed { () throws(SystemError) in throw .number(EIO) } }
    #expect(File.exists("/"))
  }
}
