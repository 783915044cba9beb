/// The three directories that are read.
enum ExifDirectory {
  case main, exif, gps
}
