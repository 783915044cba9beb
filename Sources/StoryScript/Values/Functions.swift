/// All built-in functions.
public enum Functions {
  public static let all: [Function] = texts + patterns + numbers + mathematics + chances + dates + lists + conversions
  static let byName: [String: Int] = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })
  /// In the order of the documentation.
  public static let names: [String] = all.map(\.name)
}
