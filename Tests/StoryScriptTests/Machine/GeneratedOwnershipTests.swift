import Foundation
import Testing
import Timeline

@testable import StoryScript

/// Definitions that change their parameters in place do what an interpreter does that copies every value: random
/// programs with aliases, nested calls, errors in the middle of a change, and functions that change globals meanwhile.
/// After an error at the top, the variables are those that the next line of a prompt would see.
@Suite struct GeneratedOwnershipTests {
  fileprivate indirect enum Model: Equatable {
    case number(Int)
    case text(String)
    case list([Model])
    /// In the order of addition.
    case record([(name: String, value: Model)])

    static func == (a: Model, b: Model) -> Bool { a.literal == b.literal }

    var number: Int { if case .number(let number) = self { number } else { 0 } }

    var literal: String {
      switch self {
      case .number(let number): "\(number)"
      case .text(let text): "\"\(text)\""
      case .list(let items): "[\(items.map(\.literal).joined(separator: ", "))]"
      case .record(let fields): "{\(fields.map { "\($0.name): \($0.value.literal)" }.joined(separator: ", "))}"
      }
    }

    enum Key {
      case index(Int)
      case name(String)
    }

    /// - Throws: `Failed` for a missing item, or a missing field on the way.
    mutating func change(_ keys: ArraySlice<Key>, mayAdd: Bool, _ body: (inout Model) throws -> Void) throws {
      guard let key = keys.first else { return try body(&self) }
      switch (self, key) {
      case (.list(var items), .index(let index)):
        let place = index < 0 ? index + items.count : index
        guard items.indices.contains(place) else { throw Failed() }
        try items[place].change(keys.dropFirst(), mayAdd: mayAdd, body)
        self = .list(items)
      case (.record(var fields), .name(let name)):
        if let place = fields.firstIndex(where: { $0.name == name }) {
          try fields[place].value.change(keys.dropFirst(), mayAdd: mayAdd, body)
        } else {
          guard mayAdd, keys.count == 1 else { throw Failed() }
          var value = Model.number(0)
          try body(&value)
          fields.append((name, value))
        }
        self = .record(fields)
      default: throw Failed()
      }
    }

    func part(_ keys: ArraySlice<Key>) throws -> Model {
      var (copy, result) = (self, Model.number(0))
      try copy.change(keys, mayAdd: false) { result = $0 }
      return result
    }
  }

  fileprivate struct Failed: Error {}
  private struct Returned: Error { var value: Model }

  private final class World {
    var globals: [String: Model] = [:]
    var locals: [String: Model] = [:]
    var output: [String] = []
    var steps = 0
    var definitions: [String: ([String], [Piece])] = [:]

    subscript(name: String) -> Model {
      get { locals[name] ?? globals[name]! }
      set { if locals[name] != nil { locals[name] = newValue } else { globals[name] = newValue } }
    }

    func call(_ name: String, _ arguments: [Model]) throws -> Model {
      let outer = locals
      defer { locals = outer }
      let (parameters, body) = definitions[name]!
      locals = Dictionary(uniqueKeysWithValues: zip(parameters, arguments))
      do {
        for piece in body { _ = try piece.run(self) }
      } catch let returned as Returned {
        return returned.value
      }
      return .number(0)
    }
  }

  private struct Piece {
    var text: String
    var run: (World) throws -> Model
  }

  /// The kinds of variables: a list of numbers, a record of numbers, a record with a part of each kind.
  private enum Kind: String, CaseIterable {
    case list = "l"
    case record = "r"
    case whole = "s"
  }

  private struct Maker {
    var random: SeededGenerator
    /// The variables in scope.
    var names: [Kind: [String]] = [:]
    var numbers: [String] = []
    var nameCount = 0
    /// The number of the definition being made: it may call only those with smaller numbers.
    var level = 0
    var isInDefinition = false

    mutating func pick<T>(_ items: [T]) -> T { items.randomElement(using: &random)! }
    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func key() -> String { "k\(int(0...13))" }

    // MARK: Values

    mutating func number(_ depth: Int = 1) -> Piece {
      switch int(0...(depth > 0 ? 6 : 2)) {
      case 0, 1:
        let value = int(0...9)
        return Piece(text: "\(value)") { _ in .number(value) }
      case 2:
        guard let name = numbers.randomElement(using: &random) else { return number(0) }
        return Piece(text: "$\(name)") { $0[name] }
      case 3:
        let name = pick(names[.list]!)
        return Piece(text: "(length $\(name))") { world in
          if case .list(let items) = world[name] { .number(items.count) } else { throw Failed() }
        }
      case 4:
        let (name, index) = (pick(names[.list]!), int(-3...3))
        return Piece(text: "$\(name)[\(index)]") { try $0[name].part([.index(index)]) }
      case 5:
        let name = pick(names[.whole]!)
        return Piece(text: "$\(name).n") { try $0[name].part([.name("n")]) }
      default:
        // Changes a global while other parts of the statement wait.
        let value = number(0)
        let name = pick(["noteL", "noteR", "noteS"])
        return Piece(text: "(\(name) \(value.text))") { try $0.call(name, [try value.run($0)]) }
      }
    }

    /// A value of a kind; a variable, a call of a definition, or a change.
    mutating func value(_ kind: Kind, _ depth: Int) -> Piece {
      let name = pick(names[kind]!)
      let variable = Piece(text: "$\(name)") { $0[name] }
      guard depth > 0 else { return variable }
      switch int(0...9) {
      case 0, 1: return variable
      case 2...6:
        guard level > 0 else { return changed(kind, variable) }
        return call(kind, value(kind, depth - 1))
      case 7 where kind != .whole:
        let whole = pick(names[.whole]!)
        return Piece(text: "$\(whole).\(kind.rawValue)") { try $0[whole].part([.name(kind.rawValue)]) }
      default: return changed(kind, value(kind, depth - 1))
      }
    }

    /// The call of a definition with a value.
    mutating func call(_ kind: Kind, _ inner: Piece) -> Piece {
      let (more, called) = (number(), "\(kind.rawValue)\(int(0...(level - 1)))")
      let isPiped = int(0...3) == 0
      let text = isPiped ? "(\(inner.text) | \(called) \(more.text))" : "(\(called) \(inner.text) \(more.text))"
      return Piece(text: text) { world in
        let first = try inner.run(world)
        return try world.call(called, [first, try more.run(world)])
      }
    }

    /// A function's or operator's changed copy of a value.
    mutating func changed(_ kind: Kind, _ inner: Piece) -> Piece {
      let more = number()
      switch kind {
      case .list:
        switch int(0...3) {
        case 0:
          return Piece(text: "(append \(inner.text) \(more.text))") { world in
            guard case .list(let items) = try inner.run(world) else { throw Failed() }
            return .list(items + [try more.run(world)])
          }
        case 1:
          return Piece(text: "(\(inner.text) + [\(more.text), 7])") { world in
            guard case .list(let items) = try inner.run(world) else { throw Failed() }
            return .list(items + [try more.run(world), .number(7)])
          }
        default:
          let (from, to) = (int(0...2), int(-2...0))
          return Piece(text: "(slice \(inner.text) \(from)\(to < 0 ? " \(to)" : ""))") { world in
            guard case .list(let items) = try inner.run(world) else { throw Failed() }
            return .list(Array(items.dropLast(-to).dropFirst(from)))
          }
        }
      case .record:
        let name = key()
        if int(0...1) == 0 {
          return Piece(text: "(omit \(inner.text) \"\(name)\")") { world in
            guard case .record(let fields) = try inner.run(world) else { throw Failed() }
            return .record(fields.filter { $0.name != name })
          }
        }
        return Piece(text: "(with \(inner.text) \"\(name)\" \(more.text))") { world in
          var record = try inner.run(world)
          let value = try more.run(world)
          try record.change([.name(name)], mayAdd: true) { $0 = value }
          return record
        }
      case .whole:
        return Piece(text: "(with \(inner.text) \"n\" \(more.text))") { world in
          var record = try inner.run(world)
          let value = try more.run(world)
          try record.change([.name("n")], mayAdd: true) { $0 = value }
          return record
        }
      }
    }

    // MARK: Statements

    static func text(_ block: [Piece]) -> String { "{ " + block.map(\.text).joined(separator: "; ") + " }" }

    static func run(_ block: [Piece], _ world: World) throws {
      for piece in block { _ = try piece.run(world) }
    }

    mutating func block(_ depth: Int) -> [Piece] {
      let (before, beforeNumbers) = (names, numbers)
      defer { (names, numbers) = (before, beforeNumbers) }
      return (0..<int(1...3)).map { _ in statement(depth) }
    }

    /// Changes of a part: the target, the operator, and the kind of the part, `nil` for a number.
    mutating func part() -> (target: String, name: String, keys: [Model.Key], mayAdd: Bool, kind: Kind?) {
      let (list, record, whole) = (pick(names[.list]!), pick(names[.record]!), pick(names[.whole]!))
      let (index, field) = (int(-2...7), key())
      switch int(0...6) {
      case 0: return ("\(list)[\(index)]", list, [.index(index)], false, nil)
      case 1: return ("\(record)[\"\(field)\"]", record, [.name(field)], true, nil)
      case 2: return ("\(whole).n", whole, [.name("n")], true, nil)
      case 3: return ("\(whole).l[\(index)]", whole, [.name("l"), .index(index)], false, nil)
      case 4: return ("\(whole).r.\(field)", whole, [.name("r"), .name(field)], true, nil)
      case 5: return ("\(whole).r", whole, [.name("r")], true, .record)
      default: return ("\(whole).l", whole, [.name("l")], true, .list)
      }
    }

    mutating func partChange() -> Piece {
      let (target, name, keys, mayAdd, kind) = part()
      let isAdded = kind != .record && int(0...1) == 0
      if let kind, !isAdded {
        // Mostly of the part's own value.
        let own = Piece(text: "$\(target)") { try $0[name].part(keys[...]) }
        let value =
          switch int(0...5) {
          case 0, 1: value(kind, 1)
          case 2...4 where level > 0: call(kind, int(0...2) == 0 ? call(kind, own) : own)
          default: changed(kind, own)
          }
        return Piece(text: "\(target) = \(value.text)") { world in
          let new = try value.run(world)
          try world[name].change(keys[...], mayAdd: mayAdd) { $0 = new }
          return new
        }
      }
      let value = number()
      if kind == .list {
        return Piece(text: "\(target) += [\(value.text)]") { world in
          guard case .list(let items) = try world[name].part(keys[...]) else { throw Failed() }
          let new = Model.list(items + [try value.run(world)])
          try world[name].change(keys[...], mayAdd: false) { $0 = new }
          return new
        }
      }
      guard isAdded else {
        return Piece(text: "\(target) = \(value.text)") { world in
          let new = try value.run(world)
          try world[name].change(keys[...], mayAdd: mayAdd) { $0 = new }
          return new
        }
      }
      // Without an effect, so that it does not matter when the part is read.
      let added = int(1...9)
      return Piece(text: "\(target) += \(added)") { world in
        try world[name].change(keys[...], mayAdd: false) { $0 = .number($0.number + added) }
        return .number(0)
      }
    }

    mutating func statement(_ depth: Int) -> Piece {
      let kind = pick(Kind.allCases)
      switch int(0...(depth > 0 ? 17 : 11)) {
      case 0...2: return partChange()
      case 3...6:
        // Mostly of the variable itself.
        let name = pick(names[kind]!)
        var maker = self
        if int(0...3) > 0 { maker.names[kind] = [name] }
        let value = maker.value(kind, 2)
        random = maker.random
        return Piece(text: "\(name) = \(value.text)") { world in
          let new = try value.run(world)
          world[name] = new
          return new
        }
      case 7:
        let value = value(kind, 1)
        nameCount += 1
        let name = "z\(nameCount)"
        names[kind]!.append(name)
        return Piece(text: "let \(name) = \(value.text)") { world in
          world.locals[name] = try value.run(world)
          return .number(0)
        }
      case 8:
        let whole = pick(names[.whole]!)
        return Piece(text: "\(whole).t += \"y\"") { world in
          try world[whole].change([.name("t")], mayAdd: false) {
            if case .text(let text) = $0 { $0 = .text(text + "y") }
          }
          return .number(0)
        }
      case 9, 10:
        let name = pick(names[kind]!)
        return Piece(text: "print [$\(name)]") { world in
          world.output.append(Model.list([world[name]]).literal)
          return .number(0)
        }
      case 11:
        guard isInDefinition, int(0...3) == 0 else { return statement(depth) }
        return Piece(text: "if 1 == 1 { fail \"no\" }") { _ in throw Failed() }
      case 12, 13:
        let (value, yes, no) = (number(), block(depth - 1), block(depth - 1))
        return Piece(text: "if \(value.text) mod 2 == 0 \(Self.text(yes)) else \(Self.text(no))") {
          try Self.run(try value.run($0).number % 2 == 0 ? yes : no, $0)
          return .number(0)
        }
      case 14, 15:
        let (body, fails) = (block(depth - 1), int(0...2) == 0)
        let text = Self.text(body).dropLast(2) + (fails ? "; fail \"no\" }" : " }")
        return Piece(text: "try \(text) catch { print \"caught\" }") { world in
          do {
            try Self.run(body, world)
            if fails { throw Failed() }
          } catch is Failed {
            world.output.append("caught")
          }
          return .number(0)
        }
      case 16:
        let body = block(depth - 1)
        return Piece(text: "repeat 2 \(Self.text(body))") { world in
          for _ in 0..<2 { try Self.run(body, world) }
          return .number(0)
        }
      default:
        let name = pick(names[kind]!)
        let (value, yes) = (number(), value(kind, 1))
        return Piece(text: "\(name) = if \(value.text) > 4 { \(yes.text) } else { $\(name) }") { world in
          if try value.run(world).number > 4 { world[name] = try yes.run(world) }
          return .number(0)
        }
      }
    }

    /// A definition that returns a value of its first parameter's kind.
    mutating func definition(_ kind: Kind, _ number: Int) -> (text: String, parameters: [String], body: [Piece]) {
      let (before, beforeNumbers) = (names, numbers)
      defer { (names, numbers) = (before, beforeNumbers) }
      names[kind] = ["p", "p"] + names[kind]!
      (numbers, level, isInDefinition) = (["v"], number, true)
      var body = (0..<int(0...4)).map { _ in statement(1) }
      let value = value(kind, 2)
      body.append(
        Piece(text: int(0...2) == 0 ? value.text : "return \(value.text)") { throw Returned(value: try value.run($0)) })
      let lines = body.map(\.text).joined(separator: "\n  ")
      return ("def \(kind.rawValue)\(number) p v {\n  \(lines)\n}", ["p", "v"], body)
    }
  }

  private static let record = (0..<12).map { (name: "k\($0)", value: Model.number($0)) }
  private static let list = Model.list((1...10).map { .number($0) })
  private static let opening = """
    let a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]; let b = $a
    let c = {\(record.map { "\($0.name): \($0.value.number)" }.joined(separator: ", "))}; let d = $c
    let e = {n: 1, l: $a, r: $c, t: repeated "x" 2100}; let f = $e
    def noteL v { a = append $a $v; return $v }
    def noteR v { c.k1 = $v; return $v }
    def noteS v { e.n = $v; e.l += [$v]; return $v }

    """
  private static let globals = ["a", "b", "c", "d", "e", "f"]

  private static func world() -> World {
    let world = World()
    let whole = Model.record([
      ("n", .number(1)), ("l", list), ("r", .record(record)), ("t", .text(String(repeating: "x", count: 2100))),
    ])
    world.globals = ["a": list, "b": list, "c": .record(record), "d": .record(record), "e": whole, "f": whole]
    let notes: [(String, (World, Model) throws -> Void)] = [
      ("noteL", { try $0.globals["a"]!.append($1) }),
      ("noteR", { world, value in try world.globals["c"]!.change([.name("k1")], mayAdd: true) { $0 = value } }),
      (
        "noteS",
        { world, value in
          try world.globals["e"]!.change([.name("n")], mayAdd: true) { $0 = value }
          try world.globals["e"]!.change([.name("l")], mayAdd: false) { try $0.append(value) }
        }
      ),
    ]
    for (name, note) in notes {
      let piece = Piece(text: "") { world in
        try note(world, world["v"])
        throw Returned(value: world["v"])
      }
      world.definitions[name] = (["v"], [piece])
    }
    return world
  }

  /// The number of programs; `STORYLINE_PROGRAMS=20000` tries more.
  private static let count = Int(ProcessInfo.processInfo.environment["STORYLINE_PROGRAMS"] ?? "") ?? 2_000

  @Test(arguments: 0..<4) func changesInPlaceAreNotNoticed(_ part: Int) {
    for seed in 0..<(Self.count / 4) {
      var maker = Maker(random: SeededGenerator(seed: UInt64(part * 1_000_000 + seed), stream: 12))
      maker.names = [.list: ["a", "b"], .record: ["c", "d"], .whole: ["e", "f"]]
      let world = Self.world()
      var program = Self.opening
      for number in 0..<3 {
        for kind in Kind.allCases {
          let (text, parameters, body) = maker.definition(kind, number)
          program += text + "\n"
          world.definitions["\(kind.rawValue)\(number)"] = (parameters, body)
        }
      }
      (maker.level, maker.isInDefinition) = (3, false)
      let statements = (0..<8).map { _ in maker.statement(2) }
      program += statements.map(\.text).joined(separator: "\n")
      var fails = false
      do { for statement in statements { _ = try statement.run(world) } } catch { fails = true }
      let (output, variables) = Self.run(program)
      var lines = output
      let failed = lines.last?.hasPrefix("error") == true
      if failed { lines.removeLast() }
      let expected = Self.globals.map { world.globals[$0]!.literal }
      guard lines == world.output, failed == fails, variables == expected else {
        Issue.record(
          "seed \(part) \(seed)\n\(program)\n→ \(output)\n≠ \(world.output), \(fails)\n\(variables)\n≠ \(expected)")
        return
      }
    }
  }

  /// Runs a program and returns its output, and the variables that a prompt would then show.
  private static func run(_ text: String) -> (output: [String], variables: [String]) {
    let host = TestHost()
    let runtime = Runtime(host: host, schema: TestHost.schema)
    host.runtime = runtime
    do {
      let script = try Parser.parse(try Source(name: "test", text: text), TestHost.schema.vocabulary)
      var program = runtime.program
      let main = try Compiler.compile(script, into: &program, schema: TestHost.schema)
      runtime.program = program
      try runtime.run(main)
    } catch let errors as Diagnostics {
      host.output += ["cannot compile"] + errors.all.map(describe)
    } catch let error as Diagnostic {
      host.output.append(describe(error))
    } catch {
      host.output.append("unexpected \(error)")
    }
    return (host.output, globals.map { runtime.variable($0).map { runtime.writer.literal($0) } ?? "none" })
  }
}

extension GeneratedOwnershipTests.Model {
  fileprivate mutating func append(_ item: Self) throws {
    guard case .list(let items) = self else { throw GeneratedOwnershipTests.Failed() }
    self = .list(items + [item])
  }
}
