import Moments
import StoryScript

/// The photos' share of a session: the folder that was last divided into moments.
public struct PhotoPart: WorldPart {
  typealias Kept = NothingKept

  /// The photos that were last clustered; `nil` before the first `cluster`.
  public var album: Album?

  /// Folders whose photos were read: nothing is ever written there.
  var folders: [String] { album.map { [$0.scan.root] } ?? [] }

  enum Event: Sendable {
    /// Photos were divided into moments.
    case clustered(Album, path: String)
  }

  mutating func absorb(_ event: Event, _ keep: (Never) -> Void) -> Bool { true }

  enum Aspect: UInt8, CaseIterable, Sendable { case album }

  func isSame(as other: PhotoPart) -> Bool { album === other.album }

  func differs(in aspect: Aspect, from other: PhotoPart) -> Bool {
    switch aspect {
    case .album: album !== other.album
    }
  }

  mutating func take(_ aspect: Aspect, from other: PhotoPart) {
    switch aspect {
    case .album: album = other.album
    }
  }

  /// An album is shared by all copies that know it.
  func storage(apartFrom previous: PhotoPart) -> Int { 0 }

  public static func == (a: PhotoPart, b: PhotoPart) -> Bool { a.album === b.album }
}
