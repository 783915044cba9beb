/// The years in which time can go on and everything has a date in every zone.
public enum StartYears {
  public static let all = 2...9_000
}
