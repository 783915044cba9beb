import System

/// A held lock.
public protocol FileLock: AnyObject {
  func unlock()
}
