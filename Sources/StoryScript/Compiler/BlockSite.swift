/// A block that runs later.
struct BlockSite {
  enum Kind: UInt16 { case after, every, at, when }
  var kind: Kind
  var function: Int
  var captureCount: Int
  var name: String?
  /// Of `when`.
  var event: Int
  var place: Place
}
