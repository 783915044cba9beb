import Bluesky
import Network
import StoryScript
import System
import Terminal
import Timeline

/// A post that somebody has asked to see, with its pictures where a terminal can show them.
extension Session {
  /// The most bytes of a picture that is drawn: a small one of the network has a tenth of it.
  private static let drawnLimit = 2 << 20
  /// How long all pictures of a post may keep its words waiting.
  private static let drawnPatience = Duration.seconds(3)
  private static let drawnColumns = 48
  private static let (leastDrawnRows, mostDrawnRows) = (3, 14)

  func showPost(read value: Value) {
    guard let record = value.record else { return showPosts(read: value) }
    let words = postLines(record, isWhole: true, width: output.width)
    let pictures = drawnPictures(of: record, beside: words.count)
    speaker.writeLines(
      pictures.isEmpty ? words : postLines(record, isWhole: true, width: output.width, pictures: pictures))
  }

  /// The pictures of a post as rows, by their places; those that cannot be had or drawn are left out.
  /// - Parameter lines: how many rows its words take: nobody has to turn a page for a picture.
  private func drawnPictures(of record: Record, beside lines: Int) -> [Int: [StyledText]] {
    guard let number = record["ref"]?.text.flatMap({ Int($0.dropFirst()) }),
      let images = world.posts.reading.references[number]?.post?.embed?.images, !images.isEmpty
    else { return [:] }
    let form = output.pictureForm
    guard form != .none else { return [:] }
    let columns = min(output.width - Self.postIndent - 1, Self.drawnColumns)
    let room = min((output.pictureRows - lines) / images.count, Self.mostDrawnRows)
    guard columns > 0, room >= Self.leastDrawnRows else { return [:] }
    let end = SystemClock.now + Self.drawnPatience
    var rows: [Int: [StyledText]] = [:]
    for (place, image) in images.enumerated() {
      do throws(Failure) {
        guard let bytes = try bytes(of: image, until: end) else { continue }
        rows[place] = catalog.services.pictures.drawn(bytes, form, columns: columns, rows: room)
      } catch {
        // ^C: what is there is shown.
        break
      }
    }
    return rows
  }

  /// - Returns: `nil` where they cannot be had.
  /// - Throws: only the interruption by somebody.
  private func bytes(of image: EmbedView.Image, until end: Instant) throws(Failure) -> [UInt8]? {
    guard let address = image.thumbnail else { return nil }
    guard options.kind == .real else {
      guard world.posts.choices.weather.isOn else { return nil }
      return PracticeNetwork.picture(at: address).flatMap { aside.posts.pictures.bytes($0) }
    }
    if let seen = aside.posts.seen[address] { return seen }
    // What goes unencrypted comes from the account's own server, on this machine, or from nowhere.
    let isOwn = (account?.host).map { address.hasPrefix($0.address + "/") } ?? false
    guard isOwn || (try? Host(followingAddress: address, isLoopback: HostName.isLoopback)) != nil else { return nil }
    let patience = end - SystemClock.now
    guard patience > .zero,
      let bytes = try aside.posts.client.download(
        picture: address, limit: Self.drawnLimit, patience: patience, isOutward: !isOwn)
    else { return nil }
    aside.posts.seen.keep(bytes, of: address)
    return bytes
  }
}
