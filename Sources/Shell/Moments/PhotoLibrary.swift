import Moments
import System
import Timeline

/// What lies in a photo library, for whoever would write over it.
enum PhotoLibrary {
  /// How long the video in a file plays; `nil` for what is none, or does not say.
  static func videoLength(of path: String) -> Duration? { Metadata.videoLength(of: path) }

  /// The words for a file that only its library has, by its content: "a photo (JPEG)"; `nil` for any other file.
  static func words(for path: String) -> String? {
    do throws(SystemError) {
      switch try LibraryFile.of(path) {
      case nil: return nil
      case .sidecar: return "what was written beside a photo"
      case .media(let format): return format.isVideo ? "a video (\(format.rawValue))" : "a photo (\(format.rawValue))"
      }
    } catch {
      // A pipe or device is refused where it is to be written; what cannot be read may be anything.
      return error.code == EACCES ? "a file that cannot be looked into" : nil
    }
  }
}
