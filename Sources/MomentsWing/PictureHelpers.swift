import Moments
import ShellCore
import System

/// Programs that decode the formats that Storyline does not: HEIC, AVIF, JPEG XL and films.
///
/// They run without a shell, with limits of time, memory and output, and write into a folder of their own.
enum PictureHelpers {
  private struct Helper {
    let name: String
    /// The package that installs it on Debian and Ubuntu.
    let package: String
    /// `true` if the helper turns the picture upright, but may leave the orientation that the photo's Exif states.
    var turns = false
    let arguments: @Sendable (_ file: String, _ output: String) -> [String]
  }

  private static let heif = ["heif-convert", "heif-dec"].map { name in
    Helper(name: name, package: "libheif-examples", turns: true, arguments: { ["-q", "92", $0, $1] })
  }
  private static let films = [
    Helper(
      name: "ffmpegthumbnailer", package: "ffmpegthumbnailer",
      arguments: { ["-i", $0, "-o", $1, "-c", "jpeg", "-q", "10", "-s", "1920"] }),
    Helper(
      name: "ffmpeg", package: "ffmpeg",
      arguments: { ["-v", "error", "-nostdin", "-i", $0, "-frames:v", "1", "-c:v", "mjpeg", "-q:v", "2", $1] }),
  ]
  private static let jpegXL = [Helper(name: "djxl", package: "libjxl-tools", arguments: { [$0, $1] })]

  private static func helpers(for format: MediaFormat) -> [Helper] {
    switch format {
    case .heic: heif
    case .avif: heif + films.suffix(1)
    case .jpegXL: jpegXL
    case _ where format.isVideo: films
    default: []
    }
  }

  /// The folders with programs.
  static let folders = (Environment.value("PATH") ?? "").split(separator: ":").map(String.init)
  /// The path of the program that limits the memory of others; `nil` on systems that have none.
  private static let limiter = path(of: "prlimit", in: folders)

  private static func path(of name: String, in folders: [String]) -> String? {
    folders.map { "\($0)/\(name)" }.first { File.isExecutable($0) }
  }

  /// Returns whether a helper for a format is installed.
  static func canDecode(_ format: MediaFormat, in folders: [String] = folders) -> Bool {
    helpers(for: format).contains { path(of: $0.name, in: folders) != nil }
  }

  /// Returns the package to install for a format; `nil` if a helper is installed, or there is none.
  static func missingPackage(for format: MediaFormat, in folders: [String] = folders) -> String? {
    canDecode(format, in: folders) ? nil : helpers(for: format).first?.package
  }

  /// The limits of a helper: the size of its file and its memory in bytes, and its time in seconds.
  private static let fileSizeLimit = 64 << 20
  private static let memory = 3 << 30
  private static let timeout = 20
  /// A file with several pictures becomes several files.
  private static let outputs = ["out.jpg", "out-1.jpg"]

  /// Returns a file's picture as a JPEG; `nil` if no helper can make one.
  static func picture(of file: String, _ format: MediaFormat, in folders: [String] = folders) -> [UInt8]? {
    // A name must not look like an option.
    let file = file.hasPrefix("-") ? "./\(file)" : file
    for helper in helpers(for: format) {
      guard let path = path(of: helper.name, in: folders) else { continue }
      let made = withTemporaryFolder(in: place(for: file)) { folder -> [UInt8]? in
        guard run(path, helper.arguments(file, "\(folder)/\(outputs[0])")) else { return nil }
        return outputs.lazy.compactMap { try? File.read("\(folder)/\($0)", atMost: fileSizeLimit) }.first
      }
      if let made, !made.isEmpty { return helper.turns ? StrippedPicture.upright(made) : made }
    }
    return nil
  }

  /// - Returns: `true` if the program succeeded within its limits.
  private static func run(_ path: String, _ arguments: [String]) -> Bool {
    let limits = ["--as=\(memory)", "--cpu=\(timeout)", "--fsize=\(fileSizeLimit)", path]
    let output = try? ChildOutput(
      of: limiter ?? path, arguments: limiter == nil ? arguments : limits + arguments, input: [], limit: 1 << 16,
      timeout: Int64(timeout) * 1_000_000)
    return output?.ending == .ended(code: 0)
  }

  /// Returns the folder in which helpers' folders are created: not among photos, and not above the photo that is read.
  static func place(for file: String, _ chosen: String? = Environment.value("TMPDIR")) -> String {
    KnownLibraries.temporaryFolder(chosen) { path in
      FilePath.isInside(file, FilePath.folder(of: path))
        || UserFiles.libraries.map { KnownLibraries(path: $0).library(holding: path) != nil } ?? false
    }
  }

  /// Calls `body` with the path of a new folder in `place`, and removes the folder and its files afterwards.
  private static func withTemporaryFolder(
    in place: String, _ body: (_ folder: String) -> [UInt8]?
  ) -> [UInt8]? {
    var template = Array("\(place)/storyline-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      for name in outputs { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    return body(folder)
  }
}
