import Bluesky
import RichText
import SessionState
import StoryScript
import System
import Timeline

/// The resources of posts outside a session's world: the accounts of a real session, its connection to their servers,
/// the bytes of pictures, and archives. `undo`, `rewind` and forks do not change them.
package final class PostResources {
  let accounts = AccountStore()
  /// The client for requests whose answer the user waits for.
  let client: XRPCClient
  /// The client for requests that run while the user types.
  private let backgroundClient: XRPCClient
  let pictures = PictureStore()
  /// The pictures of posts that were shown.
  let seen = ShownPictureCache()
  let pages = PageStore()
  let heard = ListeningPositionFile()
  let asked = RequestTimeFile()
  /// The connection to the live stream that the user listens to.
  var stream: StreamReceiver? { didSet { if let oldValue, oldValue !== stream { oldValue.end() } } }
  let streamAuthors = StreamAuthors()
  let turn = SendingTurn()
  let numbers = FolderNumbers()
  /// The posts and reactions that a script has sent automatically and a server has refused, until the user is told.
  var refusals = Refusals()
  /// The numbers of the posts that this session has written, or was told to send.
  var touched: Set<Int> = []
  let changes = AccountChanges()
  let archives = ArchiveStore()
  /// The number of posts that the last search of an archive has found: a list alone does not tell how many posts it
  /// leaves out.
  var found = 0
  /// The request that runs while the user may type.
  private(set) var background: BackgroundRequest?
  /// The post that is being sent, for which this session has the turn.
  var sending: Outbox.Entry?
  /// The numbers of the posts that came due meanwhile.
  private var waiting: [Int] = []
  /// The round that sends likes and other reactions, one after the other.
  let round = ReactionQueue()
  /// `true` if a request for new items is due for any subscription.
  var needsRequest = false
  /// The time by which this session's clock was ahead of the server's at the last answer; `nil` if unknown.
  var clockLead: Duration?
  /// `true` if the last request was answered; else likes and other reactions wait until a request is answered.
  var hasNetwork = true
  /// The publishing account that this session has told or seen last; `nil` before the session has looked.
  var publisher: AccountChanges.Name??
  private var isTaught = false
  /// The work that is done at intervals while an answer is awaited in the foreground.
  let waiter = Waiter()
  /// The records on the full screen of `browse`; `nil` while it is not open.
  var browsed: [Record]?
  /// The text that `facets` last searched, with the facets found: a list of facets alone cannot be drawn beneath its
  /// text.
  var searched: (text: String, facets: [Facet]) = ("", [])

  package init() {
    client = XRPCClient(
      accounts,
      isInterrupted: { [waiter] in
        waiter.wait()
        return Interruption.isRequested
      })
    backgroundClient = XRPCClient(accounts)
  }

  deinit {
    background?.cancel()
    stream?.end()
  }

  /// Shows that an answer is awaited. Only the session's own thread, which waits, uses it.
  final class Waiter: @unchecked Sendable {
    var show: (() -> Void)?
    func wait() { show?() }
  }

  /// Keeps accounts and their data in a state folder from now on, including the pictures of a real session.
  /// - Parameter note: receives findings in the files.
  package func open(_ folder: String, isReal: Bool, note: @escaping (String) -> Void) {
    accounts.open(folder)
    if isReal { pictures.open(folder) }
    archives.open(folder)
    pages.open(folder)
    heard.open(folder, note: note)
    asked.open(folder, note: note)
    if isReal { turn.open(folder, note: note) }
    numbers.open(folder, note: note)
  }

  /// Gives the saved posts and drafts their numbers in this folder.
  package func number(_ kept: inout PostJournal) {
    let waiting = kept.posts.filter { kept.snapshot.savedStates[$0.id]?.isOver != true }
    kept.numbers = numbers.numbers(of: waiting.map { $0.id }, .posts)
    // The drafts' names begin with the time of creation.
    kept.draftNumbers = numbers.numbers(of: kept.snapshot.drafts.keys.sorted(), .drafts)
    kept.moved = numbers.drainMoved(among: waiting.map { $0.id }, .posts)
    touched = Set(touched.map { number in kept.moved.values.first { $0.from == number }?.to ?? number })
    kept.hasMovedDrafts = !numbers.drainMoved(among: Array(kept.snapshot.drafts.keys), .drafts).isEmpty
    numbers.reportLoss()
  }

  /// Saves the files beside the journal.
  func save(_ part: PostPart) { heard.save(part.heard) }

  /// Explains, once in a session, how posts and reactions are sent.
  func explainOnce(_ explain: () -> Void) {
    if !isTaught { explain() }
    isTaught = true
  }

  // MARK: In the background

  /// Appends a post to the queue.
  func enqueue(_ number: Int) { waiting.append(number) }
  func nextWaiting() -> Int? { waiting.isEmpty ? nil : waiting.removeFirst() }

  func begin(_ work: BackgroundRequest.Work, as did: String) {
    background = BackgroundRequest(work, as: did, backgroundClient)
  }

  func endBackground() { background = nil }
}

/// A cache, limited in size, of the pictures that posts have shown: showing a post again needs no download.
final class ShownPictureCache {
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

/// The posts and reactions that servers have refused in a script, as errors: thrown by the command that sent them,
/// else reported at the end of the script.
struct Refusals {
  private var rows: [(name: String, error: Failure)] = []

  mutating func append(_ name: String, _ error: Failure) { rows.append((name, error)) }

  /// Removes and returns the refusal of a post or reaction, which is then reported by its command.
  mutating func remove(_ name: String) -> Failure? {
    let found = rows.last { $0.name == name }?.error
    rows.removeAll { $0.name == name }
    return found
  }

  mutating func drain() -> [Failure] {
    defer { rows = [] }
    return rows.map { $0.error }
  }
}

extension World.Resources {
  var posts: PostResources { resource { PostResources() } }
}
