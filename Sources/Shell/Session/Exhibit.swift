import JSON

/// What one wing shows of a session on a page, as it stands at an instant.
struct Exhibit: Sendable {
  /// Its name on the page.
  let name: String
  /// Its fields, always the same ones; `nil` where there is nothing to see.
  ///
  /// A field `p` in milliseconds goes on by itself, so many in a millisecond as a field `r` says. What stands in a list is
  /// kept once, however often it is shown.
  let take: @Sendable (Session) -> JSON?
}

extension JSON {
  /// An object whose fields stand in this order.
  static func fields(_ fields: KeyValuePairs<String, JSON>) -> JSON { .object(fields.map { .init($0.key, $0.value) }) }
  /// What is true is 1.
  static func flag(_ value: Bool) -> JSON { .integer(value ? 1 : 0) }
}
