import Foundation
import Testing
import Timeline

@testable import StoryScript

/// Texts are sequences of characters for all functions: matches begin and end where characters do, and two encodings of
/// a character are the same.
@Suite struct TextCharacterTests {
  /// Scalars that join one another in all ways, among letters.
  private static let pieces = [
    "a", "b", "e", "K", ";", " ", "\r", "\n", "\r\n", "é", "e\u{301}", "\u{301}", "\u{323}", "\u{327}", "ạ\u{302}",
    "\u{212A}", "\u{37E}", "\u{212B}", "Å", "ü", "я", "й", "и\u{306}", "中", "\u{FA6C}", "\u{242EE}", "🇯🇵", "🇯", "🇵", "🇩🇪",
    "👩", "\u{200D}", "👩‍👩‍👧", "👧🏽", "🏽", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "가", "각", "\u{1100}", "\u{1161}", "\u{11A8}",
    "क", "\u{94D}", "ष", "\u{600}", "が", "か\u{3099}", "\u{AD}",
  ]

  /// Texts of the same characters in other encodings give the same answers, and so does a search among characters.
  @Test(arguments: 0..<20) func agreesWithCharacters(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, stream: 45)
    func text(_ count: Int) -> String {
      // Few different pieces in a text, so that something is found.
      let few = (0..<Int.random(in: 1...5, using: &random)).map { _ in Self.pieces.randomElement(using: &random)! }
      return (0..<count).map { _ in few.randomElement(using: &random)! }.joined()
    }
    func recoded(_ text: String) -> String {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: text.precomposedStringWithCanonicalMapping
      case 1: text.decomposedStringWithCanonicalMapping
      default: text
      }
    }
    for _ in 0..<1_000 {
      let original = text(Int.random(in: 0..<12, using: &random))
      let characters = Array(original)
      var part = text(Int.random(in: 1...3, using: &random))
      if Bool.random(using: &random), !characters.isEmpty {
        // A piece of the text, often from the middle of a character.
        let scalars = Array(original.unicodeScalars)
        let start = Int.random(in: scalars.indices, using: &random)
        let end = min(scalars.count, start + Int.random(in: 1...4, using: &random))
        part = String(String.UnicodeScalarView(scalars[start..<end]))
      }
      let (whole, piece) = (recoded(original), recoded(part))
      let model = Model(Array(whole), Array(piece))
      func call(_ function: String, _ arguments: Value...) -> String { Self.call(function, arguments) }
      let shown = "\(Self.scalars(whole)) and \(Self.scalars(piece))"
      #expect(call("find", .text(whole), .text(piece)) == model.first.map { "\($0)" } ?? "none", "\(shown)")
      #expect(call("contains", .text(whole), .text(piece)) == "\(model.first != nil)", "\(shown)")
      #expect(call("starts", .text(whole), .text(piece)) == "\(whole.starts(with: piece))", "\(shown)")
      #expect(
        call("ends", .text(whole), .text(piece)) == "\(whole.reversed().starts(with: piece.reversed()))", "\(shown)")
      let pieces = model.pieces.map { String($0) }
      #expect(
        call("split", .text(whole), .text(piece)) == ValueWriter().literal(.list(pieces.map { .text($0) })), "\(shown)")
      #expect(call("replace", .text(whole), .text(piece), .text("<x>")) == pieces.joined(separator: "<x>"), "\(shown)")
      #expect(call("split", .text(original), .text(part)) == call("split", .text(whole), .text(piece)), "\(shown)")
      if Array("}\(piece){").count == model.part.count + 2 {
        let parts = model.first.map { place -> Value in
          let (head, tail) = (model.text[..<place], model.text[(place + model.part.count)...])
          return .record(["a": .text(String(head)), "b": .text(String(tail))])
        }
        let found = call("match", .text(whole), .text("{a}\(piece){b}"))
        #expect(found == parts.map { ValueWriter().literal($0) } ?? "none", "\(shown)")
      }
      let order = Value.text(whole).ordered(.text(piece))
      #expect(order == Model.order(original, part), "\(shown)")
      #expect((order == 0) == Value.text(whole).equals(.text(piece)), "\(shown)")
    }
  }

  /// The naive search.
  private struct Model {
    let (text, part): ([Character], [Character])

    init(_ text: [Character], _ part: [Character]) { (self.text, self.part) = (text, part) }

    func isMatch(_ place: Int) -> Bool {
      place + part.count <= text.count && (0..<part.count).allSatisfy { text[place + $0] == part[$0] }
    }

    var first: Int? { text.indices.first { isMatch($0) } }

    var pieces: [[Character]] {
      var pieces: [[Character]] = [[]]
      var place = 0
      while place < text.count {
        if isMatch(place) {
          pieces.append([])
          place += part.count
        } else {
          pieces[pieces.count - 1].append(text[place])
          place += 1
        }
      }
      return pieces
    }

    static func order(_ a: String, _ b: String) -> Int {
      let keys = [a, b].map { $0.precomposedStringWithCanonicalMapping.unicodeScalars.map(\.value) }
      return keys[0] == keys[1] ? 0 : (keys[0].lexicographicallyPrecedes(keys[1]) ? -1 : 1)
    }
  }

  private static func call(_ function: String, _ arguments: [Value]) -> String {
    let context = FunctionContext(writer: ValueWriter(), seed: 1, isInterrupted: { false }, hasMemory: { _ in true })
    return arguments.withCopy { arguments in
      let call = FunctionCall(name: function, arguments: arguments, context: context)
      do throws(Failure) {
        let value = try Functions.all[Functions.byName[function]!].body(call)
        return value.list == nil && value.record == nil ? ValueWriter().text(value) : ValueWriter().literal(value)
      } catch {
        return "\(error)"
      }
    }
  }

  private static func scalars(_ text: String) -> String {
    text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
  }

  /// A long text takes time in proportion to its length, whatever its characters: the bytes of a flag occur between two
  /// flags, and those of a person in each group of people.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("🇯🇵", "🇵", false), ("🇯🇵", "🇯🇵", true), ("👩\u{200D}", "👩", false), ("e\u{301}", "e", false), ("é", "e\u{301}", true),
      ("\u{301}", "x", false), ("\r\n", "\n", false), ("\r\n", "\r", false), ("Ω", "\u{2126}", true), ("한", "한", true),
    ])
  func aLongTextIsSearchedInLinearTime(_ unit: String, _ part: String, _ isFound: Bool) {
    let text = "-" + String(repeating: unit, count: 200_000)
    #expect(Self.call("find", [.text(text), .text(part)]) == (isFound ? "1" : "none"))
    #expect(Functions.split(text, by: part).count == (isFound ? 200_001 : 1))
  }

  @Test(arguments: [
    #"""
    # a match is made of whole characters
    print [(find "🇯🇵" "🇵"), (find "🇯🇵🇵🇹" "🇵🇵"), (find "🇯🇵🇵🇹" "🇵🇹"), (contains "👩‍👩‍👧" "👩")] # => [none, none, 1, false]
    print [(contains "cafe\u(301)" "e"), (starts "e\u(301)" "e"), (ends "e\u(301)" "\u(301)")] # => [false, false, false]
    print (length (split "cafe\u(301)s" "e"))                      # => 1
    print (replace "5 \u(212a)" "K" "k")                           # => 5 k
    """#,
    #"""
    # the end of a line is one character, of two bytes in files from Windows
    let t = "a\r\nb\nc"
    print [(find $t "\n"), (find $t "\r\n"), (contains $t "\r"), (length (split $t "\n"))] # => [3, 1, false, 2]
    print (slice $t 0 (find $t "\n")) == "a\r\nb"                  # => true
    print [(starts "\r\nx" "\r"), (ends "x\r\n" "\n"), (ends "x\r\n" "\r\n")] # => [false, false, true]
    print (lines $t)                                               # => ["a", "b", "c"]
    """#,
    #"""
    # equal texts have one place among others
    let one = "\u(e9)"
    let two = "e\u(301)"
    print [$one == $two, $one < "x", $two < "x", $one <= $two, $two < $one] # => [true, false, false, true, false]
    print (["z", $one, "x", $two, "f"] | sort | each { length $it }) # => [1, 1, 1, 1, 1]
    print ([$two, "x", $one] | sort) == ([$one, "x", $two] | sort)   # => true
    print ([$two, "x", $one] | sort) == ["x", $one, $one]            # => true
    print [(max "x" $two) == $one, (min $two "x")]                   # => [true, "x"]
    """#,
  ])
  func examples(_ script: String) { #expect(run(script) == expectations(in: script)) }
}

extension [Value] {
  fileprivate func withCopy<Result>(_ body: (UnsafeMutableBufferPointer<Value>) -> Result) -> Result {
    var copy = self
    return copy.withUnsafeMutableBufferPointer { body($0) }
  }
}
