import Foundation
import Testing

@testable import System

/// Inside the sandbox no code can open a file or start a program.
@Suite struct ThreadSandboxTests {
  @Test func noPathIsReadable() throws {
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
        #expect(TextEditor.edit("x", ending: ".txt", in: folder) == nil)
      }
      #expect(try File.read(path, atMost: 10) == Array("x".utf8) && (try Folder.names(in: folder)) == ["there"])
    }
  }

  /// One folder can be read, wherever links lead, and never written.
  @Test func oneFolderCanBeRead() throws {
    let scratch = Scratch()
    let (root, folder) = (scratch.path, scratch.path + "/in")
    try Folder.make(folder + "/deep")
    try File.create(folder + "/deep/there", with: "x".utf8)
    try File.create(root + "/secret", with: "y".utf8)
    try File.create(root + "/in2", with: "y".utf8)
    #expect(symlink("../secret", folder + "/link") == 0 && symlink("deep/there", folder + "/own") == 0)
    #expect(symlink("..", folder + "/up") == 0)
    nonisolated(unsafe) var seen: [Bool] = []
    ThreadSandbox.closed(reading: ReadableFolder(folder)) {
      for path in ["/deep/there", "/own", "/../in/deep/there", "/up/in/own"] {
        #expect((try? File.read(folder + path, atMost: 10)) == Array("x".utf8), "\(path)")
      }
      #expect((try? Folder.names(in: folder).sorted()) == ["deep", "link", "own", "up"])
      for path in ["/link", "/../secret", "/up/secret", "/../in2", "/up"] {
        #expect((try? File.read(folder + path, atMost: 10)) == nil && !File.exists(folder + path), "\(path)")
        #expect((try? Folder.names(in: folder + path)) == nil && !ThreadSandbox.allows(folder + path), "\(path)")
      }
      #expect(!File.exists("/") && !File.exists("/etc/passwd") && !File.exists("/dev/null"))
      #expect(ThreadSandbox.allows(folder) && ThreadSandbox.allows(folder + "/new/file"))
      #expect(!ThreadSandbox.allows(folder + "/new/../../secret") && !ThreadSandbox.allows(root + "/new"))
      // Nothing is written, not even a file that exists.
      let file = folder + "/deep/there"
      #expect((try? File.create(folder + "/new", with: "x".utf8)) == nil && (try? Folder.make(folder + "/a")) == nil)
      #expect((try? File.replace(file, with: "y".utf8)) == nil && !File.isWritable(file))
      #expect((try? Descriptor.open(file, O_RDONLY | O_TRUNC)) == nil)
      #expect((try? File.rename(file, to: folder + "/other")) == nil && !Folder.isWritable(folder))
      try? File.remove(file)
      #expect((try? ChildProcess("/bin/sh", arguments: ["-c", "true"])) == nil)
      SystemThread.each(of: 4) { _ in
        if File.exists(root + "/secret") || !File.exists(file) { seen.append(true) }
      }
      #expect(ThreadSandbox.opened { File.exists(root + "/secret") } && !File.exists(root + "/secret"))
    }
    #expect(try seen.isEmpty && File.read(folder + "/deep/there", atMost: 10) == Array("x".utf8))
    #expect(File.exists(root + "/secret") && ThreadSandbox.allows("/"))
    ThreadSandbox.closed(reading: ReadableFolder(root + "/none")) { #expect(!File.exists(root + "/secret")) }
  }

  @Test func theSandboxAppliesToNewThreads() {
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
  @Test func theProgramItselfIsNotSandboxed() throws {
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
