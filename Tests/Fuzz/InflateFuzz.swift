// zlib streams of any kind, and names of sidecars.

@testable import Moments

/// A run: the output of a stream stays within its limit, and a smaller limit gives a prefix of the same output.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzInflate(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  let whole = Inflate.bytes(of: input, atMost: 20_000)
  let part = Inflate.bytes(of: input, atMost: 100)
  precondition((whole == nil) == (part == nil))
  if let whole, let part {
    precondition(whole.count <= 20_000 && part.count <= 100)
    precondition(whole.starts(with: part) && (part.count == 100 || part.count == whole.count))
  }
  // Output read in pieces is the same.
  if let whole, var inflate = Inflate(input) {
    var pieces: [UInt8] = []
    while pieces.count < 20_000 {
      let piece = inflate.next(1 + count % 700)
      pieces += piece
      if piece.count < 1 + count % 700 { break }
    }
    precondition(whole == Array(pieces.prefix(20_000)))
  }
  // Lines are the names in a folder; each lookup finds only existing names.
  let names = String(decoding: input, as: UTF8.self).split(separator: "\n").map(String.init)
  let sidecars = SidecarIndex(names, prefix: "in/")
  for name in names {
    for found in sidecars[name] { precondition(names.contains { "in/" + $0 == found.path }) }
  }
  return 0
}
