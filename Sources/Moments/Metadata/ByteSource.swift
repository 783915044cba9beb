import System

/// Bytes that can be read in any order: a file, or memory in tests and in the fuzzer.
public protocol ByteSource {
  /// How many bytes there are.
  var size: Int { get }
  /// Fills `buffer` with the bytes from `offset` on and says how many it got: fewer at the end, 0 behind it or on an
  /// error.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
}
