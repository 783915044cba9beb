import Bluesky
import Network
import SessionState
import ShellCore
import StoryScript
import System
import TerminalText
import Timeline

/// The display of a requested post, with its pictures if the terminal can draw them.
struct PostPictureDrawing {
  let session: Session

  init(_ session: Session) { self.session = session }

  /// The maximum size of a picture that is drawn, in bytes: the network's thumbnails have a tenth of that size.
  private static let drawnLimit = 2 << 20
  /// The longest time for which a post's pictures may delay its text.
  private static let drawingTimeout = Duration.seconds(3)
  private static let drawnColumns = 48
  private static let (leastDrawnRows, mostDrawnRows) = (3, 14)

  func showPost(read value: Value) {
    guard let record = value.record else { return ReadingView(session).showPosts(read: value) }
    let posts = PostLines(session)
    let words = posts.lines(record, isWhole: true, width: session.output.width)
    let pictures = pictures(
      of: record, asCells: false, columns: session.output.width, rows: session.output.pictureRows - words.count)
    session.printer.writeLines(
      pictures.isEmpty
        ? words : posts.lines(record, isWhole: true, width: session.output.width, pictures: pictures)
    )
  }

  /// Returns the pictures of a post as rows, by their indices. Pictures that cannot be loaded or drawn are left out.
  /// - Parameters:
  ///   - asCells: `true` for coloured cells, which a full screen can move, whatever else the terminal can draw.
  ///   - rows: the number of rows beside the post's text: the pictures must not make the post taller than the screen.
  func pictures(of record: Record, asCells: Bool, columns: Int, rows room: Int) -> [Int: [StyledText]] {
    guard let number = record["ref"]?.text.flatMap({ Int($0.dropFirst()) }),
      let images = session.world.posts.reading.references[number]?.post?.embed?.images, !images.isEmpty
    else { return [:] }
    var form = session.output.pictureForm
    guard form != .none else { return [:] }
    if asCells { form = .halfBlocks }
    let columns = min(columns - PostLines.indent - 1, Self.drawnColumns)
    let room = min(room / images.count, Self.mostDrawnRows)
    guard columns > 0, room >= Self.leastDrawnRows else { return [:] }
    let end = SystemClock.now + Self.drawingTimeout
    var rows: [Int: [StyledText]] = [:]
    for (place, image) in images.enumerated() {
      do throws(Failure) {
        guard let bytes = try bytes(of: image, until: end) else { continue }
        rows[place] = session.catalog.services.pictures.drawn(bytes, form, columns: columns, rows: room)
      } catch {
        // After ^C, the pictures loaded so far are shown.
        break
      }
    }
    return rows
  }

  /// Returns whether a picture must be on another machine outside the local network, because a server named its
  /// address; `nil` for an address that is not contacted at all.
  /// - Parameter own: the account's server. Unencrypted pictures are loaded only from one on this machine.
  static func isOutward(picture address: String, for own: Host?) -> Bool? {
    if let own, address.hasPrefix(own.address + "/") { return own.isFollowed }
    return (try? Host(followingAddress: address, isLoopback: HostName.isLoopback)).map { _ in true }
  }

  /// - Returns: `nil` if the bytes cannot be loaded.
  /// - Throws: only the user's interruption.
  private func bytes(of image: EmbedView.Image, until end: Instant) throws(Failure) -> [UInt8]? {
    guard let address = image.thumbnail else { return nil }
    guard session.options.kind == .real else {
      guard session.world.posts.choices.conditions.isOn else { return nil }
      return PracticeNetwork.picture(at: address).flatMap { session.resources.posts.pictures.bytes($0) }
    }
    if let seen = session.resources.posts.seen[address] { return seen }
    guard let isOutward = Self.isOutward(picture: address, for: AccountAccess(session).account?.host) else {
      return nil
    }
    let timeout = end - SystemClock.now
    guard timeout > .zero,
      let bytes = try session.resources.posts.client.download(
        picture: address, limit: Self.drawnLimit, timeout: timeout, isOutward: isOutward)
    else { return nil }
    session.resources.posts.seen.keep(bytes, of: address)
    return bytes
  }
}
