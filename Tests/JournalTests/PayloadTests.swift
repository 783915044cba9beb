import JSON
import Testing

@testable import Journal

@Suite struct PayloadTests {
  typealias Payload = Journal.Payload

  @Test func fieldsAreFoundOnAsking() throws {
    let payload: Payload = ["activity": "reading", "stars": 15, "nested": ["stars": 3]]
    #expect(payload.text == #"{"activity":"reading","stars":15,"nested":{"stars":3}}"#)
    #expect(payload["stars"] == 15)
    #expect(payload["nested"]?["stars"] == 3)
    #expect(payload["none"] == nil)
    #expect(try payload.json["activity"] == "reading")
    #expect(Payload.empty["x"] == nil)
  }

  @Test func parsedTextIsOneLine() throws {
    #expect(try Payload(parsing: "{\n  \"a\": [1,\n 2]\n}").text == #"{"a":[1,2]}"#)
    #expect(throws: JSON.SyntaxError.self) { try Payload(parsing: "[1]") }
  }
}
