import Journal
import System

/// Files that live in memory: for sessions that are discarded at their end, and for tests.
public final class MemoryFileSystem: FileSystem {
  final class Node {
    var bytes: [UInt8] = []
    let number: UInt64
    let kind: FileStatus.Kind
    /// The target of a link.
    let target: String?
    /// The number of paths to the node.
    var links = 0
    /// The bytes that the file occupies on the disk, if different from its size.
    var allocated: Int64?

    init(number: UInt64, kind: FileStatus.Kind, target: String? = nil) {
      (self.number, self.kind, self.target) = (number, kind, target)
    }

    var status: FileStatus {
      FileStatus(
        identity: .init(device: 0, number: number), size: Int64(bytes.count), kind: kind, allocated: allocated,
        links: links)
    }
  }

  private var nodes: [String: Node] = [:]
  private var folders: [String: UInt64] = [:]
  private var made: UInt64 = 0
  private var held: Set<String> = []
  /// The result of `freeSpace(in:)`.
  public var freeSpace = Int64.max

  public init() {}

  /// The bytes of a file; `nil` if there is no such file.
  public subscript(path: String) -> [UInt8]? {
    get { nodes[path].flatMap { $0.kind == .file ? $0.bytes : nil } }
    set {
      guard let newValue else { return replace(path, with: nil) }
      node(path).bytes = newValue
    }
  }

  /// The paths of all files, sorted.
  public var paths: [String] { nodes.keys.sorted() }

  // MARK: Files put into folders by strangers

  /// Creates a node that is not a file: a folder, pipe, socket or device.
  public func put(_ kind: FileStatus.Kind, at path: String) { replace(path, with: newNode(kind)) }
  /// Creates a symbolic link.
  public func link(_ path: String, to target: String) { replace(path, with: newNode(.link, target: target)) }
  /// Gives a file a second name.
  public func addName(_ path: String, of file: String) { replace(path, with: node(file)) }
  /// Sets the number of bytes that a file occupies on the disk.
  public func allocate(_ bytes: Int64, for path: String) { nodes[path]?.allocated = bytes }

  // MARK: FileSystem

  public func makeFolder(_ path: String) throws(FileError) {
    guard folders[path] == nil else { return }
    made += 1
    folders[path] = made
  }

  public func names(in folder: String) throws(FileError) -> [String] {
    let prefix = folder + "/"
    return nodes.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  public func status(of path: String, followsLinks: Bool) throws(FileError) -> FileStatus? {
    if let number = folders[path] {
      return FileStatus(identity: .init(device: 1, number: number), size: 0, kind: .folder)
    }
    return (followsLinks ? nodes[followed(path)] : nodes[path])?.status
  }

  public func open(_ path: String, for access: FileAccess) throws(FileError) -> any JournalFile {
    let path = access == .readingThroughLink ? followed(path) : path
    if let node = nodes[path], node.kind != .file {
      throw FileError(access == .making ? .number(EEXIST) : .notAFile(node.kind), operation: .open, path: path)
    }
    switch access {
    case .reading, .readingThroughLink, .appending:
      guard let node = nodes[path] else { throw FileError(code: ENOENT, operation: .open, path: path) }
      return MemoryFile(node: node)
    case .making:
      guard nodes[path] == nil else { throw FileError(code: EEXIST, operation: .open, path: path) }
      return MemoryFile(node: node(path))
    case .keeping: return MemoryFile(node: node(path))
    }
  }

  public func rename(_ path: String, to target: String) throws(FileError) {
    guard let node = nodes[path] else { throw FileError(code: ENOENT, operation: .rename, path: path) }
    if nodes[target]?.kind == .folder { throw FileError(code: EISDIR, operation: .rename, path: path) }
    replace(target, with: node)
    replace(path, with: nil)
  }

  public func remove(_ path: String) throws(FileError) {
    if nodes[path]?.kind == .folder { throw FileError(code: EISDIR, operation: .remove, path: path) }
    replace(path, with: nil)
  }

  public func syncFolder(_ path: String) throws(FileError) {}
  public func freeSpace(in folder: String) throws(FileError) -> Int64 { freeSpace }

  public func lock(_ path: String) throws(FileError) -> any FileLock {
    guard held.insert(path).inserted else { throw FileError(code: EWOULDBLOCK, operation: .lock, path: path) }
    return MemoryLock { [self] in held.remove(path) }
  }

  private func node(_ path: String) -> Node {
    if let node = nodes[path] { return node }
    let node = newNode(.file)
    replace(path, with: node)
    return node
  }

  private func newNode(_ kind: FileStatus.Kind, target: String? = nil) -> Node {
    made += 1
    return Node(number: made, kind: kind, target: target)
  }

  private func replace(_ path: String, with node: Node?) {
    nodes[path]?.links -= 1
    nodes[path] = node
    node?.links += 1
  }

  /// Returns the path at the end of a chain of links.
  private func followed(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = nodes[path]?.target else { return path }
      path = target
    }
    return path
  }
}

private final class MemoryLock: FileLock {
  private var release: (() -> Void)?

  init(_ release: @escaping () -> Void) { self.release = release }

  deinit { unlock() }

  func unlock() {
    release?()
    release = nil
  }
}

private final class MemoryFile: JournalFile {
  private let node: MemoryFileSystem.Node

  init(node: MemoryFileSystem.Node) { self.node = node }
  func status() throws(FileError) -> FileStatus { node.status }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
    guard offset < node.bytes.count else { return 0 }
    let end = min(Int(offset) + buffer.count, node.bytes.count)
    buffer.copyBytes(from: node.bytes[Int(offset)..<end])
    return end - Int(offset)
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    node.bytes.append(contentsOf: bytes)
    return bytes.count
  }

  func truncate(to size: Int64) throws(FileError) {
    guard size < node.bytes.count else { return }
    node.bytes.removeSubrange(Int(size)...)
  }

  func sync() throws(FileError) {}
}
