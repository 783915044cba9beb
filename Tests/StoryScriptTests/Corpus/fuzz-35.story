r       # 
turn lefsplitt      # =>[2
turn lefsplitt    ( -beep