import Testing

@testable import Journal

@Suite struct JSONTests {
  typealias JSON = Journal.JSON

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
    ("\"abc", 4), ("\"\\x\"", 3), ("\"\\ud800\"", 7), ("\"\n\"", 1), ("1e999", 0), ("[1] 2", 4), ("nan", 0),
  ])
  func whatIsNoJSONIsRefusedAtItsPlace(text: String, offset: Int) {
    #expect { try JSON(parsing: text) } throws: { ($0 as? JSON.SyntaxError)?.offset == offset }
  }

  @Test func deepNestingIsRefusedInsteadOfCrashing() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: deep) }
    let allowed = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    #expect(try JSON(parsing: allowed).text == allowed)
  }

  @Test func brokenUTF8IsRefused() {
    #expect(throws: JSON.SyntaxError.self) { try JSON.parse([0x22, 0xFF, 0x22]) }
  }

  @Test func valuesAreTakenOutByKind() {
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
