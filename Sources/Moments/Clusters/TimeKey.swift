/// A moment and whose it is.
struct TimeKey {
  /// Microseconds.
  var time: Int64
  var index: Int32
}
