import StoryScript
import Testing
import Timeline

@testable import LessonsWing

/// Answers to predictions as people write them.
@Suite struct AnswerTextTests {
  @Test(arguments: [
    ("4", Value.number(4), "4"), ("\"4\"", .number(4), "4"), ("4s", .number(4), "4"), ("4 s", .number(4), "4"),
    ("story 4", .number(4), "4"), ("byte 8", .number(4), "8"), ("15 stars", .number(4), "15"),
    ("four", .number(4), "4"),
    ("-3", .number(4), "-3"), ("2,5", .number(4), "2.5"), ("75%", .number(0.75), "75%"), ("75 %", .number(0.75), "75%"),
    ("75", .number(0.75), "75%"), ("75 percent", .number(0.75), "75%"), ("0.75", .number(0.75), "0.75"),
    ("4s", .duration(.seconds(3)), "4s"), ("4 s", .duration(.seconds(3)), "4s"),
    ("4 seconds", .duration(.seconds(3)), "4s"), ("14:50", .duration(.seconds(3)), "14m 50s"),
    ("14 min 50 s", .duration(.seconds(3)), "14m 50s"),
    ("14 minutes and 50 seconds", .duration(.seconds(3)), "14m 50s"),
    ("1:00:05", .duration(.seconds(3)), "1h 5s"), ("\"14m50s\"", .duration(.seconds(3)), "14m 50s"),
    ("two minutes", .duration(.seconds(3)), "2m"), ("at 3s", .duration(.seconds(3)), "3s"),
    ("it's 4", .number(4), "4"), ("twenty-three", .number(4), "23"), ("the fifth", .number(4), "5"),
    ("I think at 4 seconds", .duration(.seconds(3)), "4s"), ("four seconds", .duration(.seconds(3)), "4s"),
    ("thirty seconds", .duration(.seconds(3)), "30s"), ("it’s four seconds", .duration(.seconds(3)), "4s"),
    ("tag", .text("tag"), "\"tag\""), ("Yes.", .bool(true), "true"), ("nobody", .none, "none"),
  ]) func anAnswerIsRead(_ text: String, _ like: Value, _ literal: String) {
    let found = AnswerText.literal(of: text, like: like)
    // Lengths have more than one notation.
    #expect(found?.replacing(" ", with: "") == literal.replacing(" ", with: ""), "\(found ?? "nil")")
  }

  @Test(arguments: [
    ("", Value.number(4)), ("four or five", .number(4)), ("4 5", .number(4)), ("tap 4", .number(4)), ("$x", .number(4)),
    ("4; hold", .number(4)), ("maybe", .number(4)), ("4", .duration(.seconds(3))), ("14:99", .duration(.seconds(3))),
    ("soon", .duration(.seconds(3))), ("3 stars", .duration(.seconds(3))), ("a b", .text("a")), ("maybe", .bool(true)),
  ]) func anythingElseIsNot(_ text: String, _ like: Value) {
    #expect(AnswerText.literal(of: text, like: like) { $0 == "tap" } == nil)
  }
}
