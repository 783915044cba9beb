# commands
light on &or d 0)[
1until l.now