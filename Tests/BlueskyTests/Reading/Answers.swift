import JSON

/// Answers in a server's format, for tests to corrupt.
enum Answers {
  static func person(_ handle: String) -> JSON {
    ["did": .string("did:web:" + handle), "handle": .string(handle), "displayName": "Somebody"]
  }

  static func post(_ key: String, _ text: String = "hello", by handle: String = "ana.test") -> JSON {
    [
      "uri": .string("at://did:web:\(handle)/app.bsky.feed.post/\(key)"), "cid": .string("bafy" + key),
      "author": person(handle),
      "record": [
        "$type": "app.bsky.feed.post", "text": .string(text), "createdAt": "2026-01-05T08:00:00Z", "langs": ["en"],
      ],
      "indexedAt": "2026-01-05T08:00:01Z", "likeCount": 3, "repostCount": 2, "replyCount": 1, "quoteCount": 0,
      "viewer": ["like": "at://did:web:bob.test/app.bsky.feed.like/x", "bookmarked": true],
    ]
  }

  static func feed(_ keys: [String], cursor: String? = nil) -> JSON {
    let items: [JSON] = keys.map { ["post": post($0)] }
    return .object(
      [.init("feed", .array(items))] + (cursor.map { [JSON.Field("cursor", .string($0))] } ?? []))
  }
}

extension JSON {
  /// Returns a copy with another value at the end of a path.
  func with(_ path: String..., value: JSON?) -> JSON { with(path[...], value) }

  private func with(_ path: ArraySlice<String>, _ value: JSON?) -> JSON {
    guard let name = path.first, case .object(var fields) = self else { return self }
    let place = fields.firstIndex { $0.name == name }
    guard path.count > 1 else {
      if let place { fields.remove(at: place) }
      if let value { fields.insert(Field(name, value), at: place ?? fields.count) }
      return .object(fields)
    }
    guard let place else { return self }
    fields[place].value = fields[place].value.with(path.dropFirst(), value)
    return .object(fields)
  }
}
