/// A cache, limited in size, of the pictures that posts have shown: showing a post again needs no download.
final class SeenPictures {
  private var pictures: [String: [UInt8]] = [:]
  /// The addresses in order of arrival.
  private var order: [String] = []
  private var size = 0
  private static let limit = 16 << 20

  subscript(address: String) -> [UInt8]? { pictures[address] }

  func keep(_ bytes: [UInt8], of address: String) {
    guard pictures[address] == nil, bytes.count <= Self.limit else { return }
    pictures[address] = bytes
    order.append(address)
    size += bytes.count
    while size > Self.limit { size -= pictures.removeValue(forKey: order.removeFirst())?.count ?? 0 }
  }
}
