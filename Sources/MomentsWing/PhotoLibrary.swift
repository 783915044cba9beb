import Moments
import ShellCore
import StoryScript
import System
import Timeline

/// Reads the files of photo libraries, and recognises those that must not be overwritten.
enum PhotoLibrary {
  /// Returns the length of the video in a file; `nil` if it is not a video or has no length.
  static func videoLength(of path: String) -> Duration? { Metadata.videoLength(of: path) }

  /// Describes the content of a file that must not be overwritten: "a photo (JPEG)"; `nil` for any other file.
  static func words(for path: String) -> String? {
    do throws(SystemError) {
      switch try LibraryFile.of(path) {
      case nil: return nil
      case .sidecar: return "a sidecar of a photo"
      case .media(let format): return format.isVideo ? "a video (\(format.rawValue))" : "a photo (\(format.rawValue))"
      }
    } catch {
      // Pipes and devices are refused when they are written; an unreadable file may be anything.
      return error.code == EACCES ? "a file that cannot be read" : nil
    }
  }

  /// A size in bytes above that of any photo.
  private static let pictureLimit = 96 << 20

  /// Returns the picture in a file without its metadata, for sharing. A JPEG, PNG or WebP that is upright and small
  /// enough stays as it is; any other picture is decoded, turned, and made to fit.
  static func shared(_ path: String, byteLimit: Int) throws(Failure) -> SharedPicture {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try File.read(path, atMost: pictureLimit) } catch {
      throw .refused("cannot read '\(path)': \(error)", way(past: error, path))
    }
    var (problem, whole): (StrippedPicture.Problem?, SharedPicture?)
    do throws(StrippedPicture.Problem) {
      let picture = try StrippedPicture(bytes)
      whole = SharedPicture(
        bytes: picture.bytes, type: picture.type, width: picture.width, height: picture.height,
        description: picture.description)
    } catch {
      problem = error
    }
    let isUpright = FittedPicture.orientation(of: bytes) == 1
    if let whole, whole.bytes.count <= byteLimit, isUpright { return whole }
    if let fitted = fitted(bytes, path, byteLimit: byteLimit) { return fitted }
    if let whole { return whole }
    throw failure(problem ?? .damaged, path)
  }

  /// Returns a picture in memory in the same form; `nil` if it cannot be decoded.
  static func shared(_ bytes: [UInt8], byteLimit: Int) -> SharedPicture? {
    if let picture = try? StrippedPicture(bytes), picture.bytes.count <= byteLimit,
      FittedPicture.orientation(of: bytes) == 1
    {
      return SharedPicture(
        bytes: picture.bytes, type: picture.type, width: picture.width, height: picture.height, description: nil)
    }
    return FittedPicture(bytes, atMost: byteLimit).map {
      SharedPicture(bytes: $0.bytes, type: "image/jpeg", width: $0.width, height: $0.height, description: nil)
    }
  }

  /// Returns the picture as a JPEG that fits; `nil` if it cannot be decoded.
  private static func fitted(_ bytes: [UInt8], _ path: String, byteLimit: Int) -> SharedPicture? {
    PhotoDecoding.fitted(bytes, path, byteLimit: byteLimit).map {
      SharedPicture(
        bytes: $0.bytes, type: "image/jpeg", width: $0.width, height: $0.height, description: $0.description)
    }
  }

  /// Returns advice if `path` cannot be read as a picture.
  private static func way(past error: SystemError, _ path: String) -> String? {
    if error.code == ENOENT {
      let folder = FilePath.folder(of: path)
      guard (try? FileStatus(folder)) != nil else { return "there is no folder '\(folder)' either" }
      return PathSuggestion.question(about: path) ?? "try: photos scan \(ShellWord.quoted(folder))"
    }
    guard (try? FileStatus(path))?.isFolder == true else { return nil }
    return "name a file in the folder, or the best pictures of a moment: image (cluster \(ShellWord.quoted(path)))[0]"
  }

  private static func failure(_ problem: StrippedPicture.Problem, _ path: String) -> Failure {
    switch problem {
    case .format(nil): .refused("'\(path)' is not a picture", "use a JPEG, PNG or WebP")
    case .format(let format?) where format.isVideo: .refused("'\(path)' is a video, and a post can only show pictures")
    case .format(let format?):
      .refused("'\(path)' is \(format.rawValue), which posts cannot show", conversion(format, path))
    case .damaged:
      .refused(
        "'\(path)' is damaged: its picture is incomplete",
        "outside Storyline, try: convert \(ShellWord.quoted(path)) picture.jpg, which saves the readable part")
    }
  }

  /// Returns a command that converts a file into a displayable one.
  private static func conversion(_ format: MediaFormat, _ path: String) -> String {
    "outside Storyline, try: \(format == .heic ? "heif-convert" : "convert") \(ShellWord.quoted(path)) picture.jpg"
  }
}
