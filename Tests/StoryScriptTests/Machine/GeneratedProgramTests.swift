import Foundation
import Testing
import Timeline

@testable import StoryScript

/// Random programs do what an independent model predicts: changes of parts, chosen values, steps, definitions,
/// errors.
@Suite struct GeneratedProgramTests {
  /// A value of the model, with copy semantics.
  private indirect enum Model: Equatable {
    case number(Int)
    case text(String)
    case bool(Bool)
    case list([Model])
    case record([String: Model])

    var number: Int { if case .number(let number) = self { number } else { 0 } }
    var items: [Model] { if case .list(let items) = self { items } else { [] } }
    var isTrue: Bool { self == .bool(true) }

    var literal: String {
      switch self {
      case .number(let number): "\(number)"
      case .text(let text): "\"\(text)\""
      case .bool(let bool): "\(bool)"
      case .list(let items): "[\(items.map(\.literal).joined(separator: ", "))]"
      case .record(let fields):
        "{\(fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.literal)" }.joined(separator: ", "))}"
      }
    }
  }

  private struct Thrown: Error { var message: String }

  private final class World {
    var variables: [String: Model] = [
      "n": .number(1), "m": .number(2), "t": .text("a"), "l": .list([.number(3), .number(1), .number(2)]),
      "k": .list([.number(5), .number(5), .number(0)]),
      "g": .list([.list([.number(1), .number(2)]), .list([.number(3), .number(4)])]),
      "r": .record(["a": .number(1), "b": .number(2)]), "q": .record(["a": .number(7), "b": .number(7)]),
    ]
    var output: [String] = []
  }

  /// A piece of a program and its meaning in the model.
  private struct Piece {
    var text: String
    var run: (World) throws -> Model
  }

  private struct Maker {
    var random: SeededGenerator

    mutating func pick<T>(_ items: [T]) -> T { items.randomElement(using: &random)! }
    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    // MARK: Values

    mutating func number(_ depth: Int) -> Piece {
      switch depth <= 0 ? int(0...3) : int(0...11) {
      case 0:
        let value = int(0...9)
        return Piece(text: "\(value)") { _ in .number(value) }
      case 1:
        let name = pick(["n", "m"])
        return Piece(text: "$\(name)") { $0.variables[name]! }
      case 2:
        let (name, index) = (pick(["l", "k"]), int(-3...2))
        return Piece(text: "$\(name)[\(index)]") { $0.variables[name]!.items[index < 0 ? index + 3 : index] }
      case 3:
        let (name, field) = (pick(["r", "q"]), pick(["a", "b"]))
        return Piece(text: "$\(name).\(field)") {
          if case .record(let fields) = $0.variables[name]! { fields[field]! } else { .number(0) }
        }
      case 4, 5:
        let (left, right, sign) = (number(depth - 1), number(depth - 1), pick(["+", "-"]))
        return Piece(text: "(\(left.text) \(sign) \(right.text))") {
          let (a, b) = (try left.run($0).number, try right.run($0).number)
          return .number(sign == "+" ? a + b : a - b)
        }
      case 6:
        let (condition, yes, no) = (bool(depth - 1), number(depth - 1), number(depth - 1))
        return Piece(text: "(if \(condition.text) { \(yes.text) } else { \(no.text) })") {
          try condition.run($0).isTrue ? try yes.run($0) : try no.run($0)
        }
      case 7:
        let (subject, first, second, other) = (number(0), number(depth - 1), number(depth - 1), number(depth - 1))
        let values = (int(0...5), int(0...5), int(0...5))
        let text = "(match \(subject.text) { \(values.0) \(values.1) { \(first.text) } \(values.2) { \(second.text) }"
        return Piece(text: text + " else { \(other.text) } })") {
          let value = try subject.run($0).number
          if value == values.0 || value == values.1 { return try first.run($0) }
          return value == values.2 ? try second.run($0) : try other.run($0)
        }
      case 8:
        let (source, start, factor) = (list(depth - 1), number(0), int(1...3))
        return Piece(text: "(\(source.text) | reduce \(start.text) { $sum + $it * \(factor) })") {
          let items = try source.run($0).items
          return .number(items.reduce(try start.run($0).number) { $0 + $1.number * factor })
        }
      case 9:
        let (a, b) = (number(depth - 1), number(depth - 1))
        return Piece(text: "(mix \(a.text) \(b.text))") {
          .number(try a.run($0).number * 2 - (try b.run($0).number))
        }
      case 10:
        let a = number(depth - 1)
        return Piece(text: "(mix \(a.text))") { .number(try a.run($0).number * 2 - 3) }
      default:
        let source = list(depth - 1)
        let text = pick(["(\(source.text) | sum)", "(sum \(source.text))"])
        return Piece(text: text) { .number(try source.run($0).items.reduce(0) { $0 + $1.number }) }
      }
    }

    mutating func list(_ depth: Int) -> Piece {
      switch depth <= 0 ? 0 : int(0...6) {
      case 0, 1:
        let name = pick(["l", "k"])
        return Piece(text: "$\(name)") { $0.variables[name]! }
      case 2:
        let items = (0..<int(0...3)).map { _ in number(depth - 1) }
        return Piece(text: "[\(items.map(\.text).joined(separator: ", "))]") { world in
          .list(try items.map { try $0.run(world) })
        }
      case 3:
        let (source, least) = (list(depth - 1), int(0...4))
        return Piece(text: "(\(source.text) | where $it > \(least))") {
          .list(try source.run($0).items.filter { $0.number > least })
        }
      case 4:
        let (source, factor, name) = (list(depth - 1), int(1...3), pick(["", "x "]))
        return Piece(text: "(\(source.text) | each \(name){ $\(name.isEmpty ? "it" : "x") * \(factor) })") {
          .list(try source.run($0).items.map { .number($0.number * factor) })
        }
      case 5:
        let (source, falls) = (list(depth - 1), int(0...1) == 1)
        return Piece(text: "(\(source.text) | sort\(falls ? " desc" : ""))") {
          .list(try source.run($0).items.sorted { falls ? $0.number > $1.number : $0.number < $1.number })
        }
      default:
        let source = list(depth - 1)
        return Piece(text: "(\(source.text) | each { {v: $it, w: $it mod 2} } | sort by w desc, v | each { $it.v })") {
          let odd: (Model) -> Int = { (($0.number % 2) + 2) % 2 }
          return .list(
            try source.run($0).items.sorted { odd($0) != odd($1) ? odd($0) > odd($1) : $0.number < $1.number })
        }
      }
    }

    mutating func bool(_ depth: Int) -> Piece {
      switch depth <= 0 ? 0 : int(0...4) {
      case 0, 1:
        let (a, b, sign) = (number(depth - 1), number(depth - 1), pick(["<", "==", ">="]))
        return Piece(text: "\(a.text) \(sign) \(b.text)") {
          let (a, b) = (try a.run($0).number, try b.run($0).number)
          return .bool(sign == "<" ? a < b : sign == "==" ? a == b : a >= b)
        }
      case 2, 3:
        let (source, least, isAll) = (list(depth - 1), int(0...4), int(0...1) == 1)
        return Piece(text: "(\(source.text) | \(isAll ? "all" : "any") $it > \(least))") {
          let items = try source.run($0).items
          return .bool(isAll ? items.allSatisfy { $0.number > least } : items.contains { $0.number > least })
        }
      default:
        let (part, whole) = (pick(["a", "b", "ab"]), pick(["a", "b"]))
        return Piece(text: "$t like \"*\(part)\(whole)*\"") {
          guard case .text(let text) = $0.variables["t"]! else { return .bool(false) }
          return .bool(text.contains(part + whole))
        }
      }
    }

    // MARK: Statements

    mutating func block(_ depth: Int) -> [Piece] { (0..<int(1...3)).map { _ in statement(depth) } }

    private static func text(_ block: [Piece]) -> String { "{ " + block.map(\.text).joined(separator: "; ") + " }" }

    private static func run(_ block: [Piece], _ world: World) throws { for piece in block { _ = try piece.run(world) } }

    mutating func statement(_ depth: Int) -> Piece {
      switch depth <= 0 ? int(0...7) : int(0...12) {
      case 0, 1:
        let (name, value, sign) = (pick(["n", "m"]), number(2), pick(["", "+", "-"]))
        return Piece(text: "\(name) \(sign)= \(value.text)") { world in
          // The old value is read before the new one is evaluated.
          let old = world.variables[name]!.number
          let new = try value.run(world).number
          world.variables[name] = .number(sign.isEmpty ? new : sign == "+" ? old + new : old - new)
          return .bool(true)
        }
      case 2:
        let (name, index, value, sign) = (pick(["l", "k"]), int(-3...2), number(2), pick(["", "+", "-"]))
        return Piece(text: "\(name)[\(index)] \(sign)= \(value.text)") { world in
          let new = try value.run(world).number
          var items = world.variables[name]!.items
          let at = index < 0 ? index + 3 : index
          items[at] = .number(sign.isEmpty ? new : sign == "+" ? items[at].number + new : items[at].number - new)
          world.variables[name] = .list(items)
          return .bool(true)
        }
      case 3:
        let (row, column, value) = (int(0...1), int(-2...1), number(2))
        return Piece(text: "g[\(row)][\(column)] = \(value.text)") { world in
          let new = try value.run(world)
          var rows = world.variables["g"]!.items
          var cells = rows[row].items
          cells[column < 0 ? column + 2 : column] = new
          rows[row] = .list(cells)
          world.variables["g"] = .list(rows)
          return .bool(true)
        }
      case 4:
        let (name, field, value, sign) = (pick(["r", "q"]), pick(["a", "b"]), number(2), pick(["", "+"]))
        let target = int(0...1) == 1 ? "\(name).\(field)" : "\(name)[\"\(field)\"]"
        return Piece(text: "\(target) \(sign)= \(value.text)") { world in
          let new = try value.run(world).number
          guard case .record(var fields) = world.variables[name]! else { return .bool(false) }
          fields[field] = .number(sign.isEmpty ? new : fields[field]!.number + new)
          world.variables[name] = .record(fields)
          return .bool(true)
        }
      case 5:
        let pair = pick([("l", "k"), ("k", "l"), ("r", "q"), ("q", "r")])
        return Piece(text: "\(pair.0) = $\(pair.1)") { world in
          world.variables[pair.0] = world.variables[pair.1]
          return .bool(true)
        }
      case 6:
        let letter = pick(["a", "b"])
        return Piece(text: "t += \"\(letter)\"") { world in
          if case .text(let text) = world.variables["t"]! { world.variables["t"] = .text(text + letter) }
          return .bool(true)
        }
      case 7:
        let name = pick(["n", "l", "k", "g", "r", "t"])
        return Piece(text: "print [$\(name)]") { world in
          world.output.append(Model.list([world.variables[name]!]).literal)
          return .bool(true)
        }
      case 8:
        let (condition, yes, no) = (bool(2), block(depth - 1), block(depth - 1))
        return Piece(text: "if \(condition.text) \(Self.text(yes)) else \(Self.text(no))") {
          try Self.run(try condition.run($0).isTrue ? yes : no, $0)
          return .bool(true)
        }
      case 9:
        let (count, body) = (int(0...3), block(depth - 1))
        return Piece(text: "repeat \(count) \(Self.text(body))") { world in
          for _ in 0..<count { try Self.run(body, world) }
          return .bool(true)
        }
      case 10:
        let (source, body) = (list(1), block(depth - 1))
        return Piece(text: "for v in \(source.text) { n += $v; \(Self.text(body).dropFirst(2))") { world in
          for item in try source.run(world).items {
            world.variables["n"] = .number(world.variables["n"]!.number + item.number)
            try Self.run(body, world)
          }
          return .bool(true)
        }
      case 11:
        let (body, message) = (block(depth - 1), pick(["no", "never"]))
        let fails = int(0...1) == 1
        let text = "try { \(Self.text(body).dropFirst(2).dropLast(2))\(fails ? "; fail \"\(message)\"" : "") }"
        return Piece(text: text + " catch e { print [$e.message] }") { world in
          do {
            try Self.run(body, world)
            if fails { throw Thrown(message: message) }
          } catch let error as Thrown {
            world.output.append(Model.list([.text(error.message)]).literal)
          }
          return .bool(true)
        }
      default:
        let (condition, why) = (bool(1), pick(["why", "so"]))
        return Piece(text: "expect \(condition.text), \"\(why)\"") {
          guard try condition.run($0).isTrue else { throw Thrown(message: why) }
          return .bool(true)
        }
      }
    }
  }

  private static let opening = """
    let n = 1; let m = 2; let t = "a"; let l = [3, 1, 2]; let k = [5, 5, 0]; let g = [[1, 2], [3, 4]]
    let r = {a: 1, b: 2}; let q = {a: 7, b: 7}
    def mix a b = 3 { if $a == 0 { -$b } else { $a * 2 - $b } }

    """

  /// The number of programs; `STORYLINE_PROGRAMS=20000` tries more.
  private static let count = Int(ProcessInfo.processInfo.environment["STORYLINE_PROGRAMS"] ?? "") ?? 4_000

  @Test(arguments: 0..<4) func programsDoWhatTheModelDoes(_ part: Int) throws {
    for seed in 0..<(Self.count / 4) {
      var maker = Maker(random: SeededGenerator(seed: UInt64(part * 1_000_000 + seed), stream: 11))
      // Half of the statements are in a definition, where the variables belong to another function.
      let statements = (0..<8).map { _ in maker.statement(2) }
      let lines = statements.map(\.text).joined(separator: "\n")
      let program =
        Self.opening + (seed % 2 == 0 ? lines : "def body {\n\(lines)\nreturn none }\nbody")
        + "\nprint [$n, $m, $t, $l, $k, $g, $r, $q]"
      let world = World()
      var failure: String?
      do {
        for statement in statements { _ = try statement.run(world) }
        let names = ["n", "m", "t", "l", "k", "g", "r", "q"]
        world.output.append(Model.list(names.map { world.variables[$0]! }).literal)
      } catch let error as Thrown {
        failure = error.message
      }
      var lines2 = run(program)
      if let failure, let last = lines2.last, last.hasPrefix("error"), last.contains(" \(failure) | ") {
        lines2.removeLast()
      } else if failure != nil {
        lines2.append("no error")
      }
      guard lines2 == world.output else {
        Issue.record("seed \(part) \(seed)\n\(program)\n→ \(lines2)\n≠ \(world.output), \(failure ?? "")")
        return
      }
      let script = try Parser.parse(try Source(name: "test", text: program), TestHost.schema.vocabulary)
      let found = KindChecker.problems(in: script, schema: TestHost.schema).filter { !$0.problem.isWarning }
      #expect(found.isEmpty, "\(found.map(DiagnosticCase.line)) in\n\(program)")
    }
  }
}
