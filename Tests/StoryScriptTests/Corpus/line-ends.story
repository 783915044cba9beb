print 1
if true {
  beep
}
beep