import System

/// Files that live in memory: for sessions that are thrown away at their end, and for tests.
public final class MemoryFileSystem: FileSystem {
  final class Node {
    var bytes: [UInt8] = []
    let number: UInt64

    init(number: UInt64) { self.number = number }
    var status: FileStatus { FileStatus(identity: .init(device: 0, number: number), size: Int64(bytes.count)) }
  }

  private var nodes: [String: Node] = [:]
  private var folders: Set<String> = []
  private var made: UInt64 = 0
  private var held: Set<String> = []

  public init() {}

  /// The bytes of a file; `nil` when there is no such file.
  public subscript(path: String) -> [UInt8]? {
    get { nodes[path]?.bytes }
    set {
      guard let newValue else {
        nodes[path] = nil
        return
      }
      node(path).bytes = newValue
    }
  }

  /// The paths of all files, sorted.
  public var paths: [String] { nodes.keys.sorted() }
  public func makeFolder(_ path: String) throws(FileError) { folders.insert(path) }

  public func names(in folder: String) throws(FileError) -> [String] {
    let prefix = folder + "/"
    return nodes.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  public func status(of path: String) throws(FileError) -> FileStatus? { nodes[path]?.status }

  public func open(_ path: String, for access: FileAccess) throws(FileError) -> any JournalFile {
    switch access {
    case .reading, .appending:
      guard let node = nodes[path] else { throw FileError(code: ENOENT, operation: .open, path: path) }
      return MemoryFile(node: node)
    case .making:
      guard nodes[path] == nil else { throw FileError(code: EEXIST, operation: .open, path: path) }
      return MemoryFile(node: node(path))
    case .keeping: return MemoryFile(node: node(path))
    }
  }

  public func rename(_ path: String, to target: String) throws(FileError) {
    guard let node = nodes.removeValue(forKey: path) else {
      throw FileError(code: ENOENT, operation: .rename, path: path)
    }
    nodes[target] = node
  }

  public func remove(_ path: String) throws(FileError) { nodes[path] = nil }
  public func syncFolder(_ path: String) throws(FileError) {}

  public func lock(_ path: String) throws(FileError) -> any FileLock {
    guard held.insert(path).inserted else { throw FileError(code: EWOULDBLOCK, operation: .lock, path: path) }
    return MemoryLock { [self] in held.remove(path) }
  }

  private func node(_ path: String) -> Node {
    if let node = nodes[path] { return node }
    made += 1
    let node = Node(number: made)
    nodes[path] = node
    return node
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
