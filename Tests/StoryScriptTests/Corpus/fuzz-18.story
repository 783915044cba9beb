# lists wds
let r# =nt.gs: [a͌ftrue"x          }
def      