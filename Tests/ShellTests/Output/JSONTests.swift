import Foundation
import Testing

@testable import Shell
@testable import ShellCore

/// `--json`: every line is an object with the fields that Grammar.md lists.
@Suite struct JSONTests {
  func objects(_ script: String) throws -> [[String: Any]] {
    let result = try Program.run(["--json", "-c", script])
    return try result.lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
  }

  @Test func everyLineHasItsInstantAndEvent() throws {
    let script = """
      story play 4 for 15s
      wait 3s
      hold 2s
      tap right
      doubletap
      pause
      resume
      timer start shower
      wait 30m
      timer start reading 20
      timer done
      cluster Examples/Photos
      post "hi #tag @bob"
      print "x\\u(7)"
      swipe down
      1 + 1
      """
    let objects = try objects(script)
    let kinds = Dictionary(uniqueKeysWithValues: Catalog.standard.schema.events.map { ($0.name, $0) })
    var previous = 0.0
    for object in objects {
      let at = try #require(object["at"] as? Double)
      #expect(at >= previous)
      previous = at
      let event = try #require(object["event"] as? String)
      if let kind = kinds[event] {
        #expect(Set(object.keys) == Set(kind.fields.map(\.name) + ["at", "event"]), "\(event)")
      } else {
        #expect(["result", "print", "notice"].contains(event), "\(event)")
      }
    }
    let results = objects.filter { $0["event"] as? String == "result" }
    #expect(results.count == 13)
    #expect(results.last?["command"] == nil)
    #expect(results.last?["value"] as? Double == 2)
    #expect(objects.first { $0["event"] as? String == "print" }?["value"] as? String == "x\u{7}")
  }

  @Test func errorsHaveTheirPlace() throws {
    let error = try #require(try objects("print 1\nhold 2s").last)
    #expect(error["event"] as? String == "error")
    #expect(error["message"] as? String == "nothing is playing, so there is nothing to hold")
    #expect(error["file"] as? String == "<command line>")
    #expect(error["line"] as? Int == 2)
    #expect(error["column"] as? Int == 1)
    let syntax = try objects("stroy\nprint (")
    #expect(syntax.map { $0["line"] as? Int } == [1, 2])
  }
}
