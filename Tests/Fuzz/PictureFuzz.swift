// The decoders of JPEG, PNG and GIF with damaged pictures.

@testable import Moments

/// A run: whatever the bytes are, decoding ends, and a picture has all its pixels.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPicture(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  let eighth = JPEGDecoder.pixels(of: bytes, .eighth)
  let whole = JPEGDecoder.pixels(of: bytes, .whole)
  if let eighth { precondition(eighth.bytes.count == eighth.width * eighth.height * 3) }
  if let eighth, let whole {
    precondition(eighth.width == (whole.width + 7) / 8 && eighth.height == (whole.height + 7) / 8)
    for size in [JPEGDecoder.Size.half, .quarter] {
      guard let small = JPEGDecoder.pixels(of: bytes, size) else { preconditionFailure("only the others are there") }
      precondition(small.width == size.length(whole.width) && small.height == size.length(whole.height))
    }
    // A part is that of the whole.
    let (columns, rows) = (whole.width / 3..<whole.width / 3 + 1, whole.height / 2..<whole.height)
    guard whole.width * whole.height < 1 << 16 else { return 0 }
    precondition(JPEGDecoder.pixels(of: bytes, .whole, part: (columns, rows)) == whole.cropped(columns, rows))
  }
  if let picture = whole ?? eighth, picture.width * picture.height < 1 << 16 {
    let size = picture.fitted(width: 40, height: 28)
    precondition((1...40).contains(size.width) && (1...28).contains(size.height))
    let turned = picture.withoutBars(shape: (count, 100)).turned(count % 10)
    precondition(turned.scaled(toWidth: size.width, height: size.height).width == size.width)
  }
  for decode in [PNGDecoder.pixels, GIFDecoder.pixels] {
    guard let picture = decode(bytes, 100) else { continue }
    precondition(picture.width * picture.height <= 1 << 22)
    precondition(picture.bytes.count == picture.width * picture.height * 3)
    // A smaller size shows the same picture.
    guard let small = decode(bytes, 10) else { preconditionFailure("only a large one is there") }
    precondition(small.width <= picture.width && small.height <= picture.height)
  }
  // The same bytes as a photo with a thumbnail, if it has one.
  _ = PhotoRendering.embedded(in: MemoryBytes(Array(bytes)), Metadata())
  if let picture = PhotoRendering.pixels(of: Array(bytes), fitting: (50, 40)) {
    precondition(picture.width == 50 && picture.height <= 40 || picture.width <= 50 && picture.height == 40)
  }
  return 0
}
