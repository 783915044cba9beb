/// A sign that a command gives the lessons once it has run: that something was shown or answered. Who teaches knows
/// what it is good for; to everybody else it is only a name.
struct CommandSign: Hashable, Sendable, ExpressibleByStringLiteral {
  let name: String
  init(stringLiteral name: String) { self.name = name }
}
