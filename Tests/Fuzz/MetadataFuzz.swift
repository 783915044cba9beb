// The metadata reader with damaged photos.

@testable import Moments

/// A run: whatever the bytes are, reading ends, and the results are within their ranges.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMetadata(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  check(Metadata.reading(MemoryBytes(bytes)))
  // The same bytes as an Exif block, so that the fuzzer need not find the path through the segments.
  guard count < 0xFFF0 else { return 0 }
  let length = count + 8
  let wrapped: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + Array("Exif\0\0".utf8) + bytes
  check(Metadata.reading(MemoryBytes(wrapped)))
  // An XMP packet may also be in a file beside its photo.
  bytes.withUnsafeBytes { _ = XMPFields($0) }
  return 0
}

private func check(_ metadata: Metadata?) {
  guard let metadata else { return }
  for date in metadata.dates {
    precondition((1...10_000).contains(date.local.year))
    if let offset = date.offset { precondition((-720...840).contains(offset.minutes)) }
  }
  if let position = metadata.position {
    precondition(position.latitude.magnitude <= 90 && position.longitude.magnitude <= 180)
  }
  if let orientation = metadata.orientation { precondition((1...8).contains(orientation)) }
}
