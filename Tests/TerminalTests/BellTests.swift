import System
import Testing

@testable import Terminal

@Suite struct BellTests {
  @Test func theBellIsOneByteAndNeverBlocks() {
    let pipe = WakePipe()
    defer { pipe.close() }
    let bell = Bell(descriptor: pipe.writing)
    bell.ring()
    bell.ring()
    #expect(pipe.drain() == [0x07, 0x07])
    // Fill the pipe, as if its reader had stopped reading.
    var byte: UInt8 = 0
    while write(pipe.writing, &byte, 1) == 1 {}
    bell.ring()
    #expect(!pipe.drain().contains(0x07))
    Bell(descriptor: -1).ring()
  }
}
