import JournalTesting
import System

// JournalWriter FOLDER DEVICE SEED [GROUPS]: the program that tests start and kill.

exit(TrialWriter.run(Array(CommandLine.arguments.dropFirst())))
