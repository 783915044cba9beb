import System
import Testing

@Suite struct FileReadingTests {
  let folder = Scratch()

  @Test func noMoreThanTheLimitIsRead() throws {
    let path = folder("long")
    try File.create(path, with: [UInt8](repeating: 7, count: 200_000))
    #expect(try File.read(path, atMost: 1_000_000).count == 200_000)
    #expect(try File.read(path, atMost: 150_001).count == 150_001)
    #expect(try File.read(path, atMost: 0).isEmpty)
  }

  @Test func missingFilesGiveTheSystemsMessage() {
    #expect(throws: SystemError.number(ENOENT)) { try File.read(folder("none"), atMost: 1) }
    #expect("\(SystemError.number(ENOENT))" == "No such file or directory")
  }

  @Test func pipesWithoutAWriterAreRefused() {
    mkfifo(folder("pipe"), 0o600)
    #expect(throws: SystemError.notAFile(.pipe)) { try File.read(folder("pipe"), atMost: 1) }
    #expect("\(SystemError.notAFile(.pipe))" == "it is a pipe, not a file")
  }

  @Test func foldersAndDevicesAreRefused() {
    #expect(throws: SystemError.notAFile(.folder)) { try File.read(folder.path, atMost: 1) }
    #expect("\(SystemError.notAFile(.folder))" == "Is a directory")
    #expect(throws: SystemError.notAFile(.device)) { try File.read("/dev/zero", atMost: 1) }
  }

  @Test func aPartIsReadWithoutMovingAPosition() throws {
    try File.create(folder("a"), with: "0123456789".utf8)
    let (descriptor, status) = try File.open(folder("a"))
    defer { descriptor.close() }
    #expect(status.size == 10)
    #expect(try descriptor.read(at: 8, count: 5) == Array("89".utf8))
    #expect(try descriptor.read(at: 2, count: 3) == Array("234".utf8))
    #expect(try descriptor.readAll(atMost: 99).count == 10)
  }

  @Test func waitingEndsWhenASignalComesAndItIsCancelled() throws {
    var action = sigaction.calling { _ in }
    sigaction(SIGUSR1, &action, nil)
    let pipe = WakePipe()
    defer { pipe.close() }
    _ = fcntl(pipe.reading, F_SETFL, 0)
    // Threads that run tests block signals.
    var (wanted, before) = (sigset_t(), sigset_t())
    sigaddset(&wanted, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &wanted, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let reader = pthread_self()
    let asked = Lock()
    nonisolated(unsafe) var isOver = false
    let other = SystemThread {
      while !asked.holding({ isOver }) {
        SystemClock.sleep(microseconds: 2_000)
        pthread_kill(reader, SIGUSR1)
      }
    }
    #expect(throws: SystemError.number(EINTR)) { try Descriptor(pipe.reading).readAll(atMost: 9, unless: { true }) }
    asked.holding { isOver = true }
    other?.join()
  }
}
