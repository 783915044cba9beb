// The detector of mentions, tags and links.
//
// The first byte of an input is the position to explain, the rest is the text. The checks: no access out of bounds;
// facets in bounds, sorted and on scalar boundaries; explanations that agree with the facets.

@testable import RichText

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRichText(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 1 else { return 0 }
  let input = UnsafeBufferPointer(start: start, count: count)
  let raw = Array(input.dropFirst(1))
  // Once as arbitrary bytes, to check the bounds; once repaired to UTF-8, to check everything that is promised for
  // text.
  let repaired = Array(String(decoding: raw, as: UTF8.self).utf8)
  for detector in [Detector(.bluesky), Detector(.shell), Detector(.shell) { $0.hasSuffix("com") }] {
    for facet in detector.facets(in: raw) { precondition(facet.range.upperBound <= raw.count) }
    check(detector, repaired)
    let offset = Int(input[0])
    raw.withUnsafeBufferPointer { _ = detector.why(at: offset, in: $0) }
    checkExplanation(detector, repaired, offset: offset)
  }
  return 0
}

private func check(_ detector: Detector, _ bytes: [UInt8]) {
  var last = -1
  for facet in detector.facets(in: bytes) {
    precondition(!facet.range.isEmpty && facet.range.upperBound <= bytes.count)
    precondition(isBorder(facet.range.lowerBound, bytes) && isBorder(facet.range.upperBound, bytes))
    precondition(facet.range.lowerBound > last || facet.range.lowerBound == last && detector.mode == .shell)
    last = detector.mode == .shell ? facet.range.upperBound : facet.range.lowerBound
  }
}

private func checkExplanation(_ detector: Detector, _ bytes: [UInt8], offset: Int) {
  let facets = detector.facets(in: bytes)
  let explanation = bytes.withUnsafeBufferPointer { detector.why(at: offset, in: $0) }
  precondition(isBorder(explanation.range.lowerBound, bytes) && isBorder(explanation.range.upperBound, bytes))
  switch explanation.verdict {
  case .accepted(let facet): precondition(facets.contains(facet))
  case .rejected: precondition(!facets.contains { $0.range.contains(offset) })
  }
}

private func isBorder(_ index: Int, _ bytes: [UInt8]) -> Bool {
  index == 0 || index == bytes.count || index < bytes.count && bytes[index] & 0xC0 != 0x80
}
