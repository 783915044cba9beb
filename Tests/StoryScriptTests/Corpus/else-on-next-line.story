if false { beep }
# why

else if true { beep }

else { }
