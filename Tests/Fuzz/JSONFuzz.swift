// The JSON parser with foreign bytes, compared with Foundation's.
//
// The invariants: a text is accepted, or refused at one of its bytes; an accepted value reads back the same from its
// written form, in both ways of escaping; skipping consumes exactly the bytes that reading consumes; a path leads
// into the text; and text that Foundation accepts as strict JSON is accepted, unless it is nested too deep, too large
// for a Double, or broken UTF-8.

import Foundation

@testable import JSON

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let read = Result { () throws(JSON.SyntaxError) in try JSON(parsing: bytes) }
  checkSkipping(bytes, read)
  switch read {
  case .success(let value): checkWriting(value)
  case .failure(let error):
    precondition((0...count).contains(error.offset), "\(error)")
    checkFoundation(bytes, error)
  }
  for path: [JSON.Step] in [[], [.field("a")], [.item(1), .field("a"), .item(0)]] {
    let offset = Result { () throws(JSON.SyntaxError) in try JSON.offset(of: path, in: bytes) }
    if case .success(let offset) = offset { precondition((0...count).contains(offset)) }
  }
  return 0
}

private func checkSkipping(_ bytes: [UInt8], _ read: Result<JSON, JSON.SyntaxError>) {
  let skipped = Result { () throws(JSON.SyntaxError) in
    try JSONReader.reading(bytes) { (reader) throws(JSON.SyntaxError) in
      try reader.skipValue()
      try reader.end()
    }
  }
  switch (read, skipped) {
  case (.success, .success): break
  case (.failure(let one), .failure(let other)): precondition(one == other, "\(one) and \(other)")
  default: preconditionFailure("\(read) and \(skipped)")
  }
}

private func checkWriting(_ value: JSON) {
  for escapes in [JSONWriter.Escapes.required, .controls] {
    var writer = JSONWriter(escaping: escapes)
    writer.add(value)
    guard let again = try? JSON(parsing: writer.bytes) else { preconditionFailure("not read back: \(writer.text)") }
    precondition(again == value, "\(again) and \(value)")
  }
}

private func checkFoundation(_ bytes: [UInt8], _ error: JSON.SyntaxError) {
  guard !error.expected.contains("levels"), !error.expected.contains("Double"), error.expected != "UTF-8",
    // Foundation guesses other encodings, and ignores a byte order mark and a comma before a closing bracket.
    bytes.first != 0xEF, !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil,
    error.offset == bytes.count || !"]}".utf8.contains(bytes[error.offset])
  else { return }
  let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
  precondition(theirs == nil, "\(error), but Foundation takes \(String(decoding: bytes, as: UTF8.self))")
}
