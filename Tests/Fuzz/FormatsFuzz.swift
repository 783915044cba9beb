// The decoders of WebP and TIFF, the search for JPEGs in raw files, and the encoder of JPEGs, with any bytes.

@testable import Moments

/// A run: whatever the bytes are, decoding ends, and what is encoded is decoded again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFormats(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  if let picture = WebPDecoder.pixels(of: bytes, atLeast: 100) {
    precondition(picture.bytes.count == picture.width * picture.height * 3)
  }
  if let decoder = TIFFDecoder(bytes) {
    for directory in decoder.pictures.prefix(2) {
      guard let picture = decoder.pixels(of: directory, atLeast: 100) else { continue }
      precondition(picture.bytes.count == picture.width * picture.height * 3)
    }
  }
  for place in EmbeddedJPEG.places(in: bytes, shape: (count, 100)) {
    precondition(place.start + 4 < count && place.width >= 16 && place.height >= 16)
  }
  guard count > 8 else { return 0 }
  let (width, height) = (Int(bytes[0]) % 40 + 1, Int(bytes[1]) % 40 + 1)
  let pixels = Pixels(
    width: width, height: height, bytes: (0..<width * height * 3).map { bytes[2 + $0 % (count - 2)] })
  let encoder = JPEGEncoder(pixels)
  let encoded = encoder.bytes(quality: Int(bytes[count - 1]) % 101)
  guard let decoded = encoded.withUnsafeBytes({ JPEGDecoder.pixels(of: $0, .whole) }) else {
    preconditionFailure("the encoded picture cannot be decoded")
  }
  precondition(decoded.width == width && decoded.height == height)
  if let fitting = encoder.bytes(atMost: count * 4) { precondition(fitting.count <= count * 4) }
  return 0
}
