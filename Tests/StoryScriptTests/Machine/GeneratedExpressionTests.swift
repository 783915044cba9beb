import Foundation
import Testing
import Timeline

@testable import StoryScript

/// Random expressions have the value, or the error, that an independent model predicts: precedence, kinds, equality,
/// order.
@Suite struct GeneratedExpressionTests {
  /// A value of the model; a duration is counted in milliseconds.
  private indirect enum Model: Equatable {
    case none
    case bool(Bool)
    case number(Double)
    case duration(Double)
    case text(String)
    case list([Model])

    var kind: Int {
      switch self {
      case .none: 0
      case .bool: 1
      case .number: 2
      case .duration: 3
      case .text: 4
      case .list: 5
      }
    }
  }

  /// Expressions without a value (`wrong`), and expressions whose exact digits the model does not predict (`unsure`).
  private enum Trouble: Error { case wrong, unsure }

  private indirect enum Tree {
    case value(Model)
    case not(Tree)
    case negative(Tree)
    case binary(String, Tree, Tree)

    // MARK: Source text

    private static let levels: [[String]] = [
      ["or"], ["and"], [], ["==", "!=", "<", "<=", ">", ">=", "in"], ["+", "-"], ["*", "/", "mod"],
    ]
    private static let notLevel = 2

    /// Returns the text with the fewest parentheses that the order of operations allows.
    func text(_ least: Int = 0) -> String {
      switch self {
      case .value(let value): return Self.literal(value)
      case .not(let operand):
        let text = "not " + operand.text(Self.notLevel)
        return least > Self.notLevel ? "(\(text))" : text
      case .negative(let operand): return "-(\(operand.text()))"
      case .binary(let sign, let left, let right):
        let level = Self.levels.firstIndex { $0.contains(sign) }!
        // Comparisons do not chain; the other operators associate to the left.
        let text = "\(left.text(level == 3 ? 4 : level)) \(sign) \(right.text(level + 1))"
        return least > level ? "(\(text))" : text
      }
    }

    private static func literal(_ value: Model) -> String {
      switch value {
      case .none: "none"
      case .bool(let bool): "\(bool)"
      case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
      case .duration(let time): "\(Int(time))ms"
      case .text(let text): "\"\(text)\""
      case .list(let items): "[\(items.map(literal).joined(separator: ", "))]"
      }
    }

    // MARK: Meaning

    func value() throws -> Model {
      switch self {
      case .value(let value): return value
      case .not(let operand):
        guard case .bool(let bool) = try operand.value() else { throw Trouble.wrong }
        return .bool(!bool)
      case .negative(let operand):
        switch try operand.value() {
        case .number(let number): return .number(-number)
        case .duration(let time): return .duration(-time)
        default: throw Trouble.wrong
        }
      case .binary(let sign, let left, let right):
        if sign == "and" || sign == "or" {
          guard case .bool(let first) = try left.value() else { throw Trouble.wrong }
          if first == (sign == "or") { return .bool(first) }
          guard case .bool(let second) = try right.value() else { throw Trouble.wrong }
          return .bool(second)
        }
        return try Self.combine(sign, try left.value(), try right.value())
      }
    }

    private static func combine(_ sign: String, _ left: Model, _ right: Model) throws -> Model {
      switch sign {
      case "==", "!=":
        guard left.kind == right.kind || left == .none || right == .none else { throw Trouble.wrong }
        return .bool((left == right) == (sign == "=="))
      case "<": return .bool(try order(left, right) < 0)
      case "<=": return .bool(try order(left, right) <= 0)
      case ">": return .bool(try order(left, right) > 0)
      case ">=": return .bool(try order(left, right) >= 0)
      case "in":
        switch (left, right) {
        case (_, .list(let items)): return .bool(items.contains(left))
        case (.text(let part), .text(let whole)): return .bool(part.isEmpty || whole.contains(part))
        default: throw Trouble.wrong
        }
      default: return try calculate(sign, left, right)
      }
    }

    private static func order(_ left: Model, _ right: Model) throws -> Int {
      switch (left, right) {
      case (.number(let a), .number(let b)), (.duration(let a), .duration(let b)): a < b ? -1 : a > b ? 1 : 0
      case (.text(let a), .text(let b)): a < b ? -1 : a > b ? 1 : 0
      // `false` comes before `true`.
      case (.bool(let a), .bool(let b)): a == b ? 0 : b ? -1 : 1
      default: throw Trouble.wrong
      }
    }

    private static func calculate(_ sign: String, _ left: Model, _ right: Model) throws -> Model {
      switch (left, sign, right) {
      case (.text(let a), "+", .text(let b)): return .text(a + b)
      case (.list(let a), "+", .list(let b)): return .list(a + b)
      case (.number(let a), _, .number(let b)): return .number(try result(sign, a, b))
      case (.duration(let a), "+", .duration(let b)), (.duration(let a), "-", .duration(let b)),
        (.duration(let a), "mod", .duration(let b)):
        return try duration(try result(sign, a, b))
      case (.duration(let a), "/", .duration(let b)): return .number(try result(sign, a, b))
      case (.duration(let a), "*", .number(let b)), (.number(let b), "*", .duration(let a)),
        (.duration(let a), "/", .number(let b)):
        let time = try result(sign, a, b)
        guard time * 1000 == (time * 1000).rounded() else { throw Trouble.unsure }
        return try duration(time)
      default: throw Trouble.wrong
      }
    }

    private static func duration(_ time: Double) throws -> Model {
      guard abs(time) <= longest else { throw Trouble.wrong }
      return .duration(time)
    }

    /// 1,000 years, in milliseconds.
    private static let longest = 365_250.0 * 86_400_000

    private static func result(_ sign: String, _ a: Double, _ b: Double) throws -> Double {
      switch sign {
      case "+": return a + b
      case "-": return a - b
      case "*": return a * b
      case "/":
        guard b != 0 else { throw Trouble.wrong }
        return a / b
      default:
        guard b != 0 else { throw Trouble.wrong }
        // The remainder has the divisor's sign.
        let rest = a.truncatingRemainder(dividingBy: b)
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest
      }
    }
  }

  private struct Maker {
    var random: SeededGenerator
    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func pick<T>(_ items: [T]) -> T { items.randomElement(using: &random)! }

    mutating func leaf(_ kind: Int) -> Model {
      switch kind {
      case 0: .none
      case 1: .bool(int(0...1) == 1)
      case 2: .number(pick([0, 1, 2, 3, 4, 8, 0.5, 2.5, -3]))
      case 3: .duration(pick([0, 250, 1000, 4000, 60000]))
      case 4: .text(pick(["", "a", "b", "ab", "B"]))
      default: .list((0..<int(0...2)).map { _ in leaf(int(1...4)) })
      }
    }

    /// Returns a tree whose kind mostly fits, so that few expressions are only errors.
    mutating func tree(_ kind: Int, _ depth: Int) -> Tree {
      let kind = int(0...19) == 0 ? int(0...5) : kind
      guard depth > 0, int(0...5) > 0 else { return .value(leaf(kind)) }
      switch kind {
      case 0: return .value(.none)
      case 1: return condition(depth)
      case 2:
        if int(0...6) == 0 { return .negative(tree(2, depth - 1)) }
        if int(0...5) == 0 { return .binary("/", tree(3, depth - 1), tree(3, depth - 1)) }
        return .binary(pick(["+", "-", "*", "/", "mod"]), tree(2, depth - 1), tree(2, depth - 1))
      case 3:
        let sign = pick(["+", "-", "mod", "*", "/"])
        if sign == "*", int(0...1) == 0 { return .binary(sign, tree(2, depth - 1), tree(3, depth - 1)) }
        return .binary(sign, tree(3, depth - 1), tree(sign == "*" || sign == "/" ? 2 : 3, depth - 1))
      default: return .binary("+", tree(kind, depth - 1), tree(kind, depth - 1))
      }
    }

    private mutating func condition(_ depth: Int) -> Tree {
      switch int(0...5) {
      case 0: return .not(tree(1, depth - 1))
      case 1, 2: return .binary(pick(["and", "or"]), tree(1, depth - 1), tree(1, depth - 1))
      case 3: return .binary("in", tree(int(1...4), depth - 1), tree(5, depth - 1))
      default:
        let (kind, sign) = (int(0...5), pick(["==", "!=", "<", "<=", ">", ">="]))
        return .binary(sign, tree(kind, depth - 1), tree(int(0...9) == 0 ? 0 : kind, depth - 1))
      }
    }
  }

  /// Returns `true` if the written value equals the model's; numbers may differ in the last of many digits.
  private static func isSame(_ written: String, _ value: Model) -> Bool {
    switch value {
    case .none: written == "none"
    case .bool(let bool): written == "\(bool)"
    case .text(let text): written == text
    case .number(let number), .duration(let number):
      Double(written).map { abs($0 - number) <= 1e-9 * max(1, abs(number)) } ?? false
    case .list: true
    }
  }

  /// The number of scripts in each of the four parts, with a hundred expressions each; `STORYLINE_PROGRAMS=20000`
  /// tries 20,000 expressions in all.
  private static let scripts = (Int(ProcessInfo.processInfo.environment["STORYLINE_PROGRAMS"] ?? "") ?? 4_000) / 400

  @Test(arguments: 0..<4) func expressionsHaveTheirValue(_ part: Int) throws {
    var maker = Maker(random: SeededGenerator(seed: UInt64(part), stream: 12))
    var errors = 0
    for _ in 0..<Self.scripts {
      let trees = (0..<100).map { _ in maker.tree(maker.int(1...5), 4) }
      let wanted = trees.map { tree in Result { try tree.value() } }
      let lines = zip(trees, wanted).map { tree, value in
        let text =
          switch value {
          case .success(.duration): "(seconds (\(tree.text()))) * 1000"
          case .success(.list): "(length (\(tree.text())))"
          default: tree.text()
          }
        return "try { print \(text) } catch { print \"error\" }"
      }
      let found = run(lines.joined(separator: "\n"))
      try #require(found.count == 100, "\(found.suffix(1))")
      for (index, line) in found.enumerated() {
        switch wanted[index] {
        case .success(.list(let items)): #expect(line == "\(items.count)", "\(lines[index])")
        case .success(let value): #expect(Self.isSame(line, value), "\(lines[index]) → \(line), not \(value)")
        case .failure(Trouble.unsure): break
        case .failure:
          errors += 1
          #expect(line == "error", "\(lines[index]) → \(line)")
        }
      }
    }
    let all = Self.scripts * 100
    #expect((all / 10...all * 7 / 10).contains(errors), "\(errors) of \(all) are errors")
  }
}
