import JSON
import Testing

@Suite struct JSONTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808", "0.5", "-2.5e-07", "\"\"",
    "\"a\\\"b\\\\c\\n\\t\\r\\u0001\"", "\"žluťoučký 🌅\"", "[]", "{}", "[1,[2,{\"a\":null}],\"x\"]",
    "{\"b\":1,\"a\":{\"b\":2},\"b\":3}",
  ])
  func compactTextComesBackAsItWas(text: String) throws {
    #expect(try JSON(parsing: text).text == text)
  }

  @Test func spacesAndEscapesAreRead() throws {
    let json = try JSON(parsing: " { \"a\" : [ 1 , 2.0 , -0 ] ,\n\t\"\\u00e9\\ud83c\\udf05\\/\" : \"\\b\\f\" } ")
    #expect(json["a"] == [1, .number(2), 0])
    #expect(json["é🌅/"] == "\u{08}\u{0C}")
  }

  @Test(arguments: [
    ("", 0), ("{", 1), ("[1,]", 3), ("{\"a\" 1}", 5), ("{a:1}", 1), ("01", 1), ("1.", 2), ("-", 1), ("tru", 0),
    ("+1", 0), (".5", 0), ("1e", 2), ("1e+", 3), ("-01", 2), ("[1 2]", 3), ("[,1]", 1),
    ("{\"a\":1,}", 7), ("[1}", 2), ("'a'", 0), ("\"\\u12x4\"", 5), ("\"\\ud800\\u0041\"", 13), ("\"\\udc00\"", 7),
    ("\"\u{1}\"", 1), ("\u{FEFF}1", 0), ("[1]//", 3), ("NaN", 0), ("[\"a\" : 1]", 5), ("{\"a\":1 \"b\":2}", 7),

    ("\"abc", 4), ("\"\\x\"", 3), ("\"\\ud800\"", 7), ("\"\n\"", 1), ("1e999", 0), ("[1] 2", 4), ("nan", 0),
  ])
  func invalidJSONIsRefusedAtItsPosition(text: String, offset: Int) {
    #expect { try JSON(parsing: text) } throws: { ($0 as? JSON.SyntaxError)?.offset == offset }
  }

  @Test func deepNestingIsRefusedInsteadOfCrashing() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: deep) }
    let allowed = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    #expect(try JSON(parsing: allowed).text == allowed)
  }

  @Test func theDeepestAllowedIsExact() throws {
    for (count, isFine) in [(64, true), (65, false)] {
      let text = String(repeating: "[", count: count) + String(repeating: "]", count: count)
      let objects = String(repeating: "{\"a\":", count: count) + "1" + String(repeating: "}", count: count)
      #expect(((try? JSON(parsing: text)) != nil) == isFine)
      #expect(((try? JSON(parsing: objects)) != nil) == isFine)
    }
    // Arrays beside each other are not nested.
    #expect(try JSON(parsing: "[" + String(repeating: "[[]],{\"a\":{}},", count: 100) + "1]").arrayValue?.count == 201)
  }

  @Test(arguments: [
    ([0x22, 0xFF, 0x22], 1), ([0x22, 0x61, 0xC3, 0x22], 2), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
    ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0xC3, 0xA9, 0x5C, 0x6E, 0xF8, 0x22], 5),
  ])
  func brokenUTF8IsRefusedAtItsByte(bytes: [UInt8], offset: Int) {
    #expect(throws: JSON.SyntaxError(expected: "UTF-8", offset: offset)) { try JSON(parsing: bytes) }
  }

  @Test func integersAreToldFromDoublesExactly() throws {
    for value: Int64 in [
      0, 1, -1, 1 << 53 + 1, -(1 << 53) - 1, .max, .min, 99_999_999_999_999_999, 1_000_000_000_000_000_000,
    ] {
      #expect(try JSON(parsing: "\(value)") == .integer(value))
      #expect(JSON.integer(value).text == "\(value)")
    }
    for text in [
      "1.0", "1e0", "9223372036854775808", "-9223372036854775809", "-0.0", "5e-324", "1.7976931348623157e+308",
    ] {
      let json = try JSON(parsing: text)
      guard case .number(let value) = json else { return #expect(Bool(false), "\(text)") }
      #expect(try JSON(parsing: json.text) == .number(value))
    }
  }

  @Test func fieldsOfOneNameAreAllKept() throws {
    guard case .object(let fields) = try JSON(parsing: #"{"a":1,"b":2,"\u0061":3}"#) else {
      return #expect(Bool(false))
    }
    #expect(fields == [.init("a", 1), .init("b", 2), .init("a", 3)])
    #expect(JSON.object(fields)["a"] == 1)
  }

  @Test func aPlaceIsALineAndAColumnOfScalars() {
    let text = "{\n \"é\": x\n}"
    #expect(throws: JSON.SyntaxError(expected: "a value", offset: 9)) { try JSON(parsing: text) }
    #expect(JSON.position(of: 9, in: text.utf8) == (2, 7))
    #expect(JSON.position(of: 0, in: text.utf8) == (1, 1))
    #expect(JSON.position(of: 99, in: text.utf8) == (3, 2))
  }

  @Test(
    arguments: [
      ([], 1), ([.field("a")], 8), ([.field("a"), .item(1)], 12), ([.field("a"), .item(1), .field("x")], 17),
      ([.field("a"), .item(9)], 8), ([.field("none")], 1), ([.item(0)], 1), ([.field("b")], 44),
      ([.field("a"), .field("b")], 8),
    ] as [([JSON.Step], Int)])
  func thePlaceOfAValueIsFoundByItsPath(path: [JSON.Step], offset: Int) throws {
    let text = " {\"a\" : [1, {\"x\":\"}]\"} , 2], \"b\":3,\"\\u0062\":4}"
    #expect(try JSON.offset(of: path, in: text.utf8) == offset)
  }

  @Test func readingOneFieldSkipsTheOthers() throws {
    let found = try JSONReader.reading(#"{"a":[1,{"b":2}],"c":"x","d":!}"#.utf8) { (reader) throws(JSON.SyntaxError) in
      var found: JSON?
      try reader.forEachField { (reader, name) throws(JSON.SyntaxError) in
        if name == "c" { found = try reader.value() } else { try reader.skipValue() }
        return found == nil
      }
      return found
    }
    #expect(found == "x")
    #expect(throws: JSON.SyntaxError(expected: "',' or ']'", offset: 3)) {
      try JSONReader.reading(" [1".utf8) { (reader) throws(JSON.SyntaxError) in try reader.skipValue() }
    }
  }

  @Test func valuesAreReadByKind() {
    let json: JSON = ["n": 3, "d": 2.5, "w": 4.0, "s": "x", "b": true, "a": [1], "z": nil]
    #expect(json["n"]?.integerValue == 3)
    #expect(json["n"]?.numberValue == 3)
    #expect(json["d"]?.integerValue == nil)
    #expect(json["d"]?.numberValue == 2.5)
    #expect(json["w"]?.integerValue == 4)
    #expect(json["s"]?.stringValue == "x")
    #expect(json["b"]?.boolValue == true)
    #expect(json["a"]?.arrayValue == [1])
    #expect(json["z"] == .null)
    #expect(json["none"] == nil)
    #expect(JSON.number(.infinity).text == "null")
  }
}
