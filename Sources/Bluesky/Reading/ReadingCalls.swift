import JSON

// MARK: - What is read beside lists

extension Person {
  /// The question for all that is told of somebody: a handle or a DID.
  public static func call(_ actor: String) -> XRPCCall {
    XRPCCall(query: "app.bsky.actor.getProfile", [("actor", actor)], by: .account)
  }

  /// - Returns: `nil` for an answer that is nobody.
  public init?(profile json: JSON) {
    var reader = AnswerReader()
    self.init(json, &reader)
  }
}

extension PostView {
  /// The question for a post alone.
  public static func call(_ address: RecordAddress) -> XRPCCall {
    XRPCCall(query: "app.bsky.feed.getPosts", [("uris", address.description)], by: .account)
  }

  /// The post of an answer to that; `nil` where it is not there any more, or never was.
  public init?(posts json: JSON) {
    var reader = AnswerReader()
    guard let post = json["posts"]?.arrayValue?.first else { return nil }
    self.init(post, &reader)
  }
}
